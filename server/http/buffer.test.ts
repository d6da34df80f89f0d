import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { bufferFile, deleteLeftUploads } from "./buffer";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "pricecheck-buffer-"));
  vi.stubEnv("TMPDIR", folder);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

it("a start deletes the uploads of this host's processes that are gone, and no others", async () => {
  const gone = spawnSync(process.execPath, ["-e", ""]).pid;
  const others = [
    `pricecheck-upload-${hostname()}-${process.ppid}-living`,
    `pricecheck-upload-elsewhere-${gone}-theirs`,
    `pricecheck-upload-${hostname()}-${gone}-other-program`,
    "another-program",
  ];
  for (const name of [`pricecheck-upload-${hostname()}-${gone}-left`, ...others]) {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, "file"), "sku");
  }
  const killed = [new TextEncoder().encode("sku,title")];
  await bufferFile(
    (async function* () {
      yield* killed;
    })(),
  );
  expect(await readdir(folder)).toHaveLength(6);
  await deleteLeftUploads();
  expect((await readdir(folder)).sort()).toEqual(others.sort());
});
