"use client";

// Loaded when it is used: most visits neither begin nor end with it.
const client = () => import("next-auth/react");

/** Starts a sign-in by credentials or with the identity provider, like the function of the same name of next-auth. */
export async function signIn(
  provider: "credentials" | "issuer",
  options: { readonly callbackUrl?: string; readonly [field: string]: string | boolean | undefined },
) {
  return (await client()).signIn(provider, options);
}

/** Ends the session and opens another page. */
export async function signOut(options: { readonly callbackUrl: string }): Promise<void> {
  await (await client()).signOut(options);
}

/** Ends a visit of the demo and opens the landing page, also where the service cannot be reached. */
export async function endDemoVisit(): Promise<void> {
  await fetch("/api/demo/end", { method: "POST" }).catch(() => undefined);
  window.location.assign("/");
}
