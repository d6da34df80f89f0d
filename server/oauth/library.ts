import type * as OidcProvider from "oidc-provider";

export type Library = typeof OidcProvider;

/**
 * Loads the OAuth library at the first request that needs it: it is large, and logs a warning about the Node version
 * when it is loaded.
 */
export const loadLibrary = (): Promise<Library> => import("oidc-provider");
