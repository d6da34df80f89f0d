import type { RateLimiter } from "@/server/rate-limit/rate-limiter";
import { HINTS_PATH } from "@/server/usecases/integrations/hint-target";
import { takeHint } from "@/server/usecases/integrations/take-hint";
import type { Services } from "@/server/usecases/services";
import { storeMessageHandler } from "./store-message-handler";

/** The longest message that is read, in bytes; a product with hundreds of variations is shorter. */
const BODY_LIMIT = 1024 * 1024;

/**
 * Handles the messages by which stores say that something changed. They carry no sign-in but a signature; an unknown
 * address and a wrong signature get the same answer.
 */
export const storeHintsHandler = (services: Services, rateLimiter: RateLimiter) =>
  storeMessageHandler(services, rateLimiter, {
    path: HINTS_PATH,
    limit: "hint",
    take: async (request, workspaceId, integrationId) => {
      const body = await request.body(BODY_LIMIT);
      const message = { header: (name: string) => request.header(name), body };
      await takeHint(services, { workspaceId, integrationId }, message);
    },
  });
