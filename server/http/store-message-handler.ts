import { errorResponse } from "@/server/api/error-response";
import { DomainError, notFound } from "@/server/domain/errors";
import { addressKey } from "@/server/network/network";
import { limitRate, type RateLimiter } from "@/server/rate-limit/rate-limiter";
import type { Services } from "@/server/usecases/services";
import type { HttpRequest, HttpResponse } from "./message";

const allowed = ({ status }: { readonly status: number }) => (status === 405 ? { allow: "POST" } : undefined);

/** What a kind of message from stores is, and what takes it. */
interface StoreMessages {
  /** The path below which they arrive: the workspace's id and one of its rows' follow. */
  readonly path: string;
  /** The name under which one address's messages are counted. */
  readonly limit: string;
  /** @throws DomainError, which is the answer */
  take(request: HttpRequest, workspaceId: string, id: string): Promise<void>;
}

/** Handles messages that stores send by themselves, without a sign-in: POST to `path`/workspace/row. */
export function storeMessageHandler(
  services: Services,
  rateLimiter: RateLimiter,
  { path: root, limit, take }: StoreMessages,
): (request: HttpRequest) => Promise<HttpResponse> {
  return async (request) => {
    try {
      if (request.method !== "POST") throw new DomainError("method_not_allowed");
      await limitRate(
        rateLimiter,
        `${limit}:${addressKey(request.ip)}`,
        services.settings.http.addressPerMinute,
      );
      const path = request.url.split("?", 1)[0] ?? "";
      const [workspaceId, id, ...rest] = path.slice(root.length).split("/");
      if (!workspaceId || !id || rest.length > 0) throw notFound("store");
      await take(request, workspaceId, id);
      return { status: 200, headers: {}, body: null };
    } catch (thrown) {
      if (!(thrown instanceof DomainError)) throw thrown;
      return errorResponse(services, thrown, { headers: allowed });
    }
  };
}
