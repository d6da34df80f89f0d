import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { isBuildOnly } from "./production-tree.mjs";

const ROOT = join(import.meta.dirname, "..");
const MEBIBYTE = 1024 * 1024;

interface Installed {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly devOptional?: boolean }>>;
}

/** The bytes that a folder takes on the disk, without the packages below it, which are counted by themselves. */
function sizeOf(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) return sum + (lstatSync(path).blocks ?? 0) * 512;
    return entry.name === "node_modules" ? sum : sum + sizeOf(path);
  }, 0);
}

/** The installed packages of the production tree that an image holds, by their folder. */
function productionFolders(): readonly string[] {
  const lock: Installed = JSON.parse(readFileSync(join(ROOT, "node_modules", ".package-lock.json"), "utf8"));
  return Object.entries(lock.packages)
    .filter(([path, { dev, devOptional }]) => path !== "" && !dev && !devOptional)
    .map(([path]) => path)
    .filter((path) => !isBuildOnly(path.split("/node_modules/")[0]?.replace("node_modules/", "") ?? ""));
}

function sourcesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === "testing" ? [] : sourcesBelow(path);
    return /(?<!\.test)\.ts$/.test(entry.name) ? [path] : [];
  });
}

it("holds at most 700 MB of installed packages", () => {
  const bytes = productionFolders().reduce((sum, path) => sum + sizeOf(join(ROOT, path)), 0);
  expect(bytes / MEBIBYTE).toBeLessThan(700);
  expect(bytes / MEBIBYTE).toBeGreaterThan(100);
});

it("has what the service imports", () => {
  const imported = sourcesBelow(join(ROOT, "server")).flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/from "((?:@[^/"]+\/)?[^./"@][^/"]*)/g)].map(([, name]) => name),
  );
  expect(imported).toContain("pg");
  expect(imported.filter((name) => name !== undefined && isBuildOnly(name))).toEqual([]);
});
