import type { RateLimiter } from "@/server/rate-limit/rate-limiter";
import { GRANTS_PATH } from "@/server/usecases/integrations/grant-secret";
import { takeGrant } from "@/server/usecases/integrations/take-grant";
import type { Services } from "@/server/usecases/services";
import { jsonOf } from "./json-body";
import { storeMessageHandler } from "./store-message-handler";

/** The longest message with a key, in bytes. */
const BODY_LIMIT = 4_096;

/**
 * Handles the messages by which stores send the keys that they were asked for. They carry no sign-in but the state of
 * the request; everything else gets the same answer.
 */
export const storeGrantsHandler = (services: Services, rateLimiter: RateLimiter) =>
  storeMessageHandler(services, rateLimiter, {
    path: GRANTS_PATH,
    limit: "grant",
    take: async (request, workspaceId, grantId) =>
      takeGrant(services, { workspaceId, grantId }, await jsonOf(request, BODY_LIMIT)),
  });
