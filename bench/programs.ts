import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { ROOT } from "./database";

const PROGRAMS = join(ROOT, "node_modules", ".cache", "pricecheck-bench");

/**
 * Builds programs of this folder as the service itself is built.
 * @returns the path of each, in the order of the names
 */
export async function buildPrograms<const Names extends readonly string[]>(
  names: Names,
): Promise<{ readonly [Name in keyof Names]: string }> {
  await mkdir(PROGRAMS, { recursive: true });
  await build({
    entryPoints: names.map((name) => join(ROOT, "bench", `${name}.ts`)),
    outdir: PROGRAMS,
    outbase: join(ROOT, "bench"),
    outExtension: { ".js": ".mjs" },
    absWorkingDir: ROOT,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20.19",
    packages: "external",
  });
  return names.map((name) => join(PROGRAMS, `${name}.mjs`)) as { readonly [Name in keyof Names]: string };
}
