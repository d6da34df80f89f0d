import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "..");

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pricecheck start "));
  cpSync(join(ROOT, "scripts"), join(folder, "scripts"), { recursive: true });
  mkdirSync(join(folder, "server", "boot"), { recursive: true });
  cpSync(join(ROOT, "server", "boot", "hold.mjs"), join(folder, "server", "boot", "hold.mjs"));
  writeFileSync(join(folder, "package.json"), '{ "name": "unprepared", "type": "module" }');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("does not run what was built before until the folder is made ready", () => {
  mkdirSync(join(folder, "dist"));
  writeFileSync(join(folder, "dist", "main.js"), 'console.log("an old service runs");');
  // Without a lock file the dependencies cannot be installed.
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, "scripts", "start.mjs")], {
    cwd: folder,
    encoding: "utf8",
  });
  expect(stderr).toContain("Pricecheck cannot be made ready");
  expect([status, stdout]).toEqual([1, ""]);
});
