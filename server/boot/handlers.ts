import { agentSurface } from "@/server/api/agents/surface";
import { appRouter } from "@/server/api/root";
import { uploads } from "@/server/api/uploads";
import { fileHandler } from "@/server/http/file-handler";
import { mcpHandler } from "@/server/http/mcp/handler";
import { productServer } from "@/server/http/mcp/server";
import type { HttpRequest, HttpResponse } from "@/server/http/message";
import { restHandler } from "@/server/http/rest";
import { sessionJwtHandler } from "@/server/http/session-jwt";
import { trpcHandler } from "@/server/http/trpc-handler";
import type { RateLimiter } from "@/server/rate-limit/rate-limiter";
import type { Services } from "@/server/usecases/services";

type Handle = (request: HttpRequest) => Promise<HttpResponse>;

/** What answers requests, by kind of caller. */
export interface Handlers {
  readonly rest: Handle;
  readonly trpc: Handle;
  readonly files: Handle;
  readonly mcp: Handle;
  readonly sessionJwt: Handle;
}

/**
 * Builds the handlers of the product's endpoints.
 * @param root the project's folder, which contains the documentation
 */
export const openHandlers = (services: Services, rateLimiter: RateLimiter, root: string): Handlers => ({
  rest: restHandler(appRouter, services, rateLimiter),
  trpc: trpcHandler(appRouter, services, rateLimiter),
  files: fileHandler(appRouter, uploads, services, rateLimiter),
  mcp: mcpHandler(appRouter, services, rateLimiter, productServer(appRouter, agentSurface, { root })),
  sessionJwt: sessionJwtHandler(services, rateLimiter),
});
