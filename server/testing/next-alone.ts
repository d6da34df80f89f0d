import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { inject, vi } from "vitest";
import type { TestDatabase } from "./database";
import { freePort } from "./free-port";

const ROOT = dirname(dirname(import.meta.dirname));

/** Next without our own server before it. */
export interface NextAlone {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Starts Next alone on a test's database.
 * @throws Error unless pages and service are built, and it answers within 50 s
 */
export async function startNextAlone(database: TestDatabase): Promise<NextAlone> {
  for (const built of [".next/BUILD_ID", "dist/alone.js"])
    if (!existsSync(join(ROOT, built))) throw new Error(`${built} is missing: build it with npm run build.`);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const program = join(ROOT, "node_modules", "next", "dist", "bin", "next");
  const next = spawn(process.execPath, [program, "start", "-H", "127.0.0.1", "-p", String(port)], {
    cwd: ROOT,
    env: {
      PATH: process.env["PATH"] ?? "",
      NODE_ENV: "production",
      NEXT_TELEMETRY_DISABLED: "1",
      PUBLIC_URL: url,
      DATABASE_URL: database.ownerUrl,
      APP_DB_PASSWORD: inject("appPassword"),
      AUTH_SECRET: "a secret of these tests, long enough",
      ENCRYPTION_KEY: "another secret of these tests, long enough",
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  next.stderr.on("data", (piece: Buffer) => (said += piece.toString()));
  const close = async (): Promise<void> => {
    if (next.exitCode !== null || next.signalCode !== null) return;
    next.kill("SIGKILL");
    await once(next, "exit");
  };
  const answers = () =>
    fetch(`${url}/api/v1/openapi.json`).then(
      ({ ok }) => ok,
      () => false,
    );
  try {
    await vi.waitUntil(answers, { timeout: 50_000, interval: 200 });
  } catch (error) {
    await close();
    throw new Error(`Next does not answer: ${said}`, { cause: error });
  }
  return { url, close };
}
