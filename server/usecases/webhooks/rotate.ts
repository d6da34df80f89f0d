import { z } from "zod";
import { replaceSecret } from "@/server/db/webhooks/endpoints";
import { HOUR_MS } from "@/server/domain/durations";
import { checked } from "../input";
import { recordChange } from "../record-change";
import type { RequestContext } from "../request-context";
import { writeTransaction } from "../transaction";
import { requireWritableWorkspace } from "../writable-workspace";
import { lockEndpoint } from "./change";
import type { EndpointWithSecret } from "./create";
import { newSecret, sealEndpointSecret } from "./secret";

const Rotation = z.object({ overlap_hours: z.number().min(0).max(168) });

/**
 * Gives an endpoint a new secret. For `overlap_hours` (0 to 168) every delivery carries two signatures, by the new
 * secret and by the one before it, so that the receiver can change over without a refused delivery. Of two rotations
 * within that time, the second ends the first secret at once.
 * @throws DomainError not_found, validation_error, plan_limit in a workspace that accepts no changes
 */
export function rotateSecret(
  context: RequestContext,
  id: string,
  input: z.input<typeof Rotation>,
): Promise<EndpointWithSecret> {
  const { services, tenant } = context;
  const { overlap_hours: hours } = checked(Rotation, input);
  const secret = newSecret();
  return writeTransaction(context, async (tx) => {
    await lockEndpoint(tx, id);
    requireWritableWorkspace(context);
    const at = new Date(services.now());
    const sealed = sealEndpointSecret(services.settings, id, tenant.workspaceId, secret);
    const previousUntil = hours > 0 ? new Date(at.getTime() + hours * HOUR_MS) : null;
    await replaceSecret(tx, id, sealed, { previousUntil, at });
    await recordChange(context, tx, {
      action: "webhook.rotate_secret",
      subject: id,
      after: { overlap_hours: hours },
    });
    return { secret, row: await lockEndpoint(tx, id) };
  });
}
