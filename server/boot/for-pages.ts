import type { NextAuthOptions } from "next-auth";
import { publicError } from "@/server/api/error-response";
import { type AppRouter, appRouter } from "@/server/api/root";
import { createCallerFactory } from "@/server/api/trpc";
import { type DemoVisit, findDemoVisit, VISITOR_LABEL } from "@/server/auth/demo-visit";
import { authOptions } from "@/server/auth/sign-in-options";
import { signInRequest } from "@/server/auth/sign-in-request";
import { fetchAdapter } from "@/server/http/fetch-adapter";
import type { HttpRequest, HttpResponse } from "@/server/http/message";
import { securityContactHandler } from "@/server/http/security-contact";
import { answerSignIn } from "@/server/http/sign-in-handler";
import { connectQuery } from "@/server/http/store-installs-handler";
import type { RateLimiter } from "@/server/rate-limit/rate-limiter";
import type { Services } from "@/server/usecases/services";

type Handle = (request: HttpRequest) => Promise<HttpResponse>;
type Answer = (request: Request) => Promise<Response>;

const callerOf = createCallerFactory(appRouter);

/** The service's handlers of requests, by the route of Next that passes to them. */
interface Handlers {
  readonly rest: Handle;
  readonly trpc: Handle;
  readonly files: Handle;
  readonly mcp: Handle;
  readonly sessionJwt: Handle;
}

/** What the pages use of the service. Their bundle has none of this code, so it is built whenever the service is not. */
export interface ForPages {
  readonly router: AppRouter;
  readonly callerOf: typeof callerOf;
  /** Answers requests to routes of Next; those of the API arrive there only where Next runs without our own server. */
  readonly routes: Readonly<Record<keyof Handlers | "securityContact", Answer>>;
  /**
   * Passes a request to the library of the sign-in.
   * @param respond calls the library with the whole request
   */
  signIn(
    request: Request,
    respond: (whole: Request, options: NextAuthOptions) => Promise<Response>,
  ): Promise<Response>;
  /** Returns the visit of the demo that a Cookie header proves, with the visitor's name; null for none. */
  demoVisit(cookie: string): Promise<(DemoVisit & { readonly label: string }) | null>;
  readonly publicError: typeof publicError;
  readonly connectQuery: typeof connectQuery;
}

/**
 * Collects what the pages use of the service.
 * @param clientIpOf returns the client's address for a request to a Next route handler; null when it is unknown
 */
export function forPages(
  services: Services,
  rateLimiter: RateLimiter,
  handlers: Handlers,
  clientIpOf: (headers: Headers) => string | null,
): ForPages {
  const { rest, trpc, files, mcp, sessionJwt } = handlers;
  return {
    router: appRouter,
    callerOf,
    routes: {
      rest: fetchAdapter(rest),
      trpc: fetchAdapter(trpc),
      files: fetchAdapter(files),
      mcp: fetchAdapter(mcp),
      sessionJwt: fetchAdapter(sessionJwt),
      securityContact: fetchAdapter(securityContactHandler(services)),
    },
    signIn: (request, respond) => {
      const { headers } = request;
      const { facts, finish } = signInRequest(services, (name) => headers.get(name), clientIpOf(headers));
      return answerSignIn(services, request, async (whole) =>
        finish(await respond(whole, authOptions(services, rateLimiter, facts))),
      );
    },
    demoVisit: async (cookie) => {
      const visit = await findDemoVisit(services, cookie);
      return visit && { ...visit, label: VISITOR_LABEL };
    },
    publicError,
    connectQuery,
  };
}
