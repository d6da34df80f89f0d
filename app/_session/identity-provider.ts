import { currentRuntime } from "@/server/boot/runtime";

/** The name of the identity provider people may sign in with here; null where there is none. */
export async function identityProviderName(): Promise<string | null> {
  return (await currentRuntime()).services.settings.identityProvider?.name ?? null;
}
