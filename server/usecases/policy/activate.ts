import type { Tx } from "@/server/db/database/transaction";
import { lockWorkspace } from "@/server/db/members/memberships";
import { workspacePricing } from "@/server/db/policy/shop-pricing";
import { activePolicyVersion, findPolicyDocument, savePolicy } from "@/server/db/policy/versions";
import { DomainError } from "@/server/domain/errors";
import type { PolicyDocument } from "@/server/domain/pricing/policy";
import { readPolicyDocument } from "@/server/domain/pricing/policy-check";
import { diffPolicies } from "@/server/domain/pricing/policy-diff";
import { resolvePolicy } from "@/server/domain/pricing/resolve";
import { recordChange } from "../record-change";
import type { RequestContext } from "../request-context";
import { requireWritableWorkspace } from "../writable-workspace";
import { endLaneModes } from "./lane-modes";
import { mailPolicyToOwners } from "./mail-owners";
import { rereadPages } from "./reread-pages";

/** How a policy becomes the active one, for the audit log and the conflict check. */
export interface Activation {
  readonly action: "policy.set" | "policy.restore";
  /** The version it was edited from; undefined skips the conflict check. */
  readonly basedOn: number | undefined;
  readonly note: string | null;
  /** The earlier version it restores; null for a new document. */
  readonly restored: number | null;
  /** Whether its owners are mailed: not where it carries the first answer about currency and VAT of a new workspace. */
  readonly mailsOwners: boolean;
}

/** The new version, and the version that it replaced. */
export interface Activated {
  readonly version: number;
  readonly replaced: number;
}

/**
 * Activates a validated document as a new version, with every default written out, closes the automatic lanes if they
 * or what they depend on changed, and mails the owners.
 * @throws DomainError conflict when another version became active since the one it is based on; plan_limit in a
 * suspended workspace
 */
export async function activatePolicy(
  context: RequestContext,
  tx: Tx,
  document: PolicyDocument,
  { action, basedOn, note, restored, mailsOwners }: Activation,
): Promise<Activated> {
  await lockWorkspace(tx);
  const replaced = await activePolicyVersion(tx);
  if (basedOn !== undefined && basedOn !== replaced)
    throw new DomainError(
      "conflict",
      `Version ${replaced} of the policy was saved meanwhile; look at it first.`,
      { changed: ["policy"], current_version: replaced },
    );
  requireWritableWorkspace(context);
  const { services, actor } = context;
  const full = resolvePolicy(document);
  const pricing = await workspacePricing(tx);
  const version = await savePolicy(tx, {
    id: services.newId("policy"),
    document: full,
    // A token acts for a person, and the audit log says with which token.
    author: actor.userId ?? actor.id,
    at: new Date(services.now()),
    note,
    replaced,
    restored,
  });
  await rereadPages(tx, pricing);
  const closedLanes = await endLaneModes(context, tx, full);
  const before = readPolicyDocument(await findPolicyDocument(tx, replaced));
  const differences = before.ok ? diffPolicies(before.document, full) : null;
  await recordChange(context, tx, {
    action,
    subject: `version ${version}`,
    before: { version: replaced },
    after: {
      version,
      ...(restored === null ? {} : { restored }),
      changed: differences?.map(({ path }) => path) ?? null,
    },
  });
  if (mailsOwners)
    await mailPolicyToOwners(context, tx, { version, restored, note, differences, closedLanes });
  return { version, replaced };
}
