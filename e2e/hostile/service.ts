import { execFileSync } from "node:child_process";
import { networkInterfaces } from "node:os";
import { demoShop } from "@/e2e/demo-shop";
import { type Service, startService } from "@/e2e/service";

const SCOPES =
  "runs:read,runs:trigger,recommendations:read,recommendations:write,catalog:read,catalog:write,workspace:read";

/** The real service with the demo shop, and tokens for the well-behaved and for the hostile clients. */
export interface HostileTarget {
  readonly service: Service;
  readonly workspaceId: string;
  readonly tokens: { readonly good: string; readonly hostile: string };
}

/**
 * Starts it on separate data, on loopback. The limit per token is raised out of reach; the other limits are the usual
 * ones.
 */
export async function startHostileTarget(): Promise<HostileTarget> {
  const service = await startService({
    DEMO: "1",
    LOG_LEVEL: "error",
    RATE_LIMIT_PER_MINUTE: "1000000",
    ADDRESS_RATE_LIMIT_PER_MINUTE: "3000",
  });
  const { workspaceId, mint } = await demoShop(service);
  return {
    service,
    workspaceId,
    tokens: { good: await mint("Good", SCOPES), hostile: await mint("Hostile", SCOPES) },
  };
}

/** Returns the resident memory of a process, in bytes. */
export const residentBytes = (pid: number): number =>
  Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" }).trim()) * 1024;

/** Whether every address of 127.0.0.0/8 is local, as on Linux. */
export const hasManyAddresses = (): boolean =>
  process.platform === "linux" && networkInterfaces()["lo"] !== undefined;
