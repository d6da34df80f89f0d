import { z } from "zod";
import type { Service } from "@/e2e/service";

/** The address of the demo shop's owner. */
export const DEMO_OWNER = "demo@pricecheck.local";

const Listed = z.object({ data: z.array(z.object({ id: z.string() })) });
const Minted = z.object({ token: z.string() });

/** The demo shop of a service that was started with it. */
export interface DemoShop {
  readonly workspaceId: string;
  /** Mints a token of its owner. @returns the token */
  readonly mint: (name: string, scopes: string) => Promise<string>;
}

/** Finds the demo shop. @throws Error if the service has none */
export async function demoShop({ operate }: Pick<Service, "operate">): Promise<DemoShop> {
  const { data } = Listed.parse(await operate("workspace", "list", "--user", DEMO_OWNER));
  const workspaceId = data[0]?.id;
  if (workspaceId === undefined) throw new Error("The service has no demo workspace.");
  return {
    workspaceId,
    mint: async (name, scopes) => {
      const args = ["--workspace", workspaceId, "--user", DEMO_OWNER, "--name", name, "--scopes", scopes];
      return Minted.parse(await operate("token", "mint", ...args)).token;
    },
  };
}
