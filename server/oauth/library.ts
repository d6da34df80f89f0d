import type * as OidcProvider from "oidc-provider";

export type Library = typeof OidcProvider;

/**
 * The library that speaks the protocol. It is large and says at its load what it thinks of this version of Node, so it
 * is loaded by the first request that needs it; processes that nobody authorizes with go without.
 */
export const loadLibrary = (): Promise<Library> => import("oidc-provider");
