import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, expect, it } from "vitest";

// The test starts the program and its database several times.
const TIMEOUT_MS = 120_000;
const PATH = "/usr/local/bin:/usr/bin:/bin";

let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "pricecheck-command-"));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

interface Ended {
  readonly code: number | string | null | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the program as `npm run admin` does, with its own data directory and without a running service. */
function admin(args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  const own: NodeJS.ProcessEnv = { ...env, NODE_ENV: "production", PATH, DATA_DIR: dataDir };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ["--import", "tsx", "server/admin/main.ts", ...args],
      { env: own },
      (error, stdout, stderr) => resolve({ code: error ? error.code : 0, stdout, stderr }),
    );
  });
}

it(
  "starts nothing for a line it does not understand",
  async () => {
    const misspelt = await admin(["user", "creat"]);
    expect(misspelt).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringMatching(/^There is no command .*\n$/),
    });
    const wrongSetting = await admin(["session-jwt", "--user", "a@b.test"], { PORT: "many" });
    expect(wrongSetting).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/^wrong setting: PORT: .*\n$/),
    });
    expect(existsSync(join(dataDir, "postgres"))).toBe(false);
  },
  TIMEOUT_MS,
);

it(
  "answers with one JSON object on its last line, and refuses with one clear line",
  async () => {
    const args = ["user", "create", "--email", "anna@shop.test", "--password", "a long password"];
    const made = await admin(args);
    expect(made.code).toBe(0);
    expect(JSON.parse(made.stdout.trimEnd().split("\n").at(-1) ?? "")).toMatchObject({
      email: "anna@shop.test",
    });
    expect(await admin(args)).toEqual({
      code: 1,
      stdout: "",
      stderr: "email: There is an account with this e-mail address already.\n",
    });
  },
  TIMEOUT_MS,
);

it(
  "signs bearers for the address that the service noted, whatever its own environment says",
  async () => {
    await writeFile(join(dataDir, "address"), "http://localhost:4321\n");
    const response = await admin(["session-jwt", "--user", "anna@shop.test"], { PORT: "3999" });
    const { jwt } = JSON.parse(response.stdout);
    expect(decodeJwt(jwt)).toMatchObject({ iss: "http://localhost:4321" });
  },
  TIMEOUT_MS,
);

it(
  "starts the sandbox store only for a command that calls a store",
  async () => {
    const unknown = "wbk_01m6dsg7e00000000000000000";
    expect(await admin(["why", unknown])).toMatchObject({ code: 1, stdout: "" });
    expect(existsSync(join(dataDir, "sandbox"))).toBe(false);
    expect(await admin(["why", unknown, "--store"])).toMatchObject({ code: 1, stdout: "" });
    expect(existsSync(join(dataDir, "sandbox"))).toBe(true);
  },
  TIMEOUT_MS,
);
