import { currentRuntime } from "@/server/boot/current-runtime";

/** Returns the name of the identity provider of this installation; null if there is none. */
export async function identityProviderName(): Promise<string | null> {
  return (await currentRuntime()).services.settings.identityProvider?.name ?? null;
}
