import type { NextAuthOptions } from "next-auth";
import { type ApiContext, browserContext } from "@/server/api/context";
import { publicError } from "@/server/api/error-response";
import { type AppRouter, appRouter, callerOf } from "@/server/api/root";
import { type DemoVisit, findDemoVisit, VISITOR_LABEL } from "@/server/auth/demo-visit";
import { authOptions } from "@/server/auth/sign-in-options";
import { signInRequest } from "@/server/auth/sign-in-request";
import { type SignUpBlocker, signUpBlocker } from "@/server/domain/sign-up/sign-up";
import { fetchAdapter } from "@/server/http/fetch-adapter";
import { securityContactHandler } from "@/server/http/security-contact";
import { answerSignIn } from "@/server/http/sign-in-handler";
import { connectQuery } from "@/server/http/store-installs-handler";
import type { RateLimiter } from "@/server/rate-limit/rate-limiter";
import type { Services } from "@/server/usecases/services";
import type { Handlers } from "./handlers";

type Answer = (request: Request) => Promise<Response>;

/** The request for a page, in whose person's name the page calls the service. */
interface PageRequest {
  readonly cookie: string;
  readonly headers: Headers;
  /** The workspace that calls name; null outside of workspaces. */
  readonly workspaceId: string | null;
}

/**
 * All that the pages use of the service. Their bundle has none of its code, so that a change of the service does not
 * build the pages anew.
 */
export interface ForPages {
  readonly router: AppRouter;
  /** Returns the context of calls for the person whose browser requests the page. */
  contextOf(request: PageRequest): ApiContext;
  /** Returns the procedures in a context. */
  readonly callerOf: typeof callerOf;
  /** Returns the contract's error for what a call threw. */
  readonly publicError: typeof publicError;
  /** The ways to sign in and sign up at this installation. */
  readonly signInOptions: {
    /** Why visitors cannot sign up; null if they can. */
    readonly blocker: SignUpBlocker | null;
    /** Whether mails are sent. */
    readonly mails: boolean;
    /** The name of the identity provider; null if there is none. */
    readonly provider: string | null;
  };
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
  /** Returns what of a store's link fills the form that connects it, as a query string. */
  readonly connectQuery: typeof connectQuery;
  /** Answers requests to routes of Next; those of the API arrive there only where Next runs without our own server. */
  readonly routes: Readonly<Record<keyof Handlers | "securityContact", Answer>>;
}

/**
 * Collects what the pages use of the service.
 * @param clientIpOf returns the client's address for a request to Next; null when it is unknown
 */
export function forPages(
  services: Services,
  rateLimiter: RateLimiter,
  handlers: Handlers,
  clientIpOf: (headers: Headers) => string | null,
): ForPages {
  const { rest, trpc, files, mcp, sessionJwt } = handlers;
  const { settings } = services;
  return {
    router: appRouter,
    contextOf: ({ headers, ...request }) =>
      browserContext({ services, rateLimiter }, { ...request, ip: clientIpOf(headers) }),
    callerOf,
    publicError,
    signInOptions: {
      blocker: signUpBlocker(settings),
      mails: settings.smtpUrl !== null,
      provider: settings.identityProvider?.name ?? null,
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
    connectQuery,
    routes: {
      rest: fetchAdapter(rest),
      trpc: fetchAdapter(trpc),
      files: fetchAdapter(files),
      mcp: fetchAdapter(mcp),
      sessionJwt: fetchAdapter(sessionJwt),
      securityContact: fetchAdapter(securityContactHandler(services)),
    },
  };
}
