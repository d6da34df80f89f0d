import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startSandboxStore } from "@/server/stores/sandbox/server";
import { startTestService, type TestService } from "./service";

const SECRET = "a secret of the sandbox in tests";

/** The API of an installation that runs a sandbox store. */
export interface SandboxService extends TestService {
  /** A folder of its own, which also has the store's journals. */
  readonly folder: string;
}

/** Starts store and API; tests open them with `duringTests`. */
export async function startSandboxService(): Promise<SandboxService> {
  const folder = await mkdtemp(join(tmpdir(), "pricecheck-sandbox-"));
  const store = await startSandboxStore({ dir: folder, port: 0, secret: SECRET });
  const service = await startTestService({ sandbox: { url: store.url, secret: SECRET } });
  const { close } = service;
  return Object.assign(service, {
    folder,
    close: async () => {
      await close();
      await store.stop();
      await rm(folder, { recursive: true, force: true });
    },
  });
}
