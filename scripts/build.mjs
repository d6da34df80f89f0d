import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { compressFiles } from "./compress.mjs";
import { billOfMaterials } from "./install.mjs";
import { oneAtATime, run, step } from "./step.mjs";

const SCHEMA = ["prisma/schema.prisma", "prisma.config.ts", "node_modules/prisma/package.json"];
const DOCUMENT = ["server/api/openapi.frozen.json", "node_modules/openapi-typescript/package.json"];
const SERVICE = ["server", "prisma", "package-lock.json", "scripts/build.mjs", "scripts/install.mjs"];
// Of the service the pages' bundle has what stands here, and no more: two rules of `.dependency-cruiser.cjs` hold it.
const PAGES = [
  "app",
  "server/domain",
  "server/boot/service-for-pages.ts",
  "server/boot/env.ts",
  "server/boot/exposure.ts",
  "server/http/gate/security-headers.ts",
  "public",
  "proxy.ts",
  "instrumentation-client.ts",
  "next.config.js",
  "postcss.config.mjs",
  "package-lock.json",
  "scripts/build.mjs",
  "scripts/compress.mjs",
];
const NOT_BUILT = /\.test\.tsx?$/;
const NOT_ENTERED = new Set(["generated", "testing", "node_modules"]);

/** Generates the client types of the API unless they match its document. */
export async function ensureApiTypes(root) {
  const types = join(root, "e2e", "sample", "generated", "api.ts");
  const stamp = join(dirname(types), ".made-of");
  if (!existsSync(types)) rmSync(stamp, { force: true });
  await unlessMade(root, stamp, hashOf(root, DOCUMENT), { done: "Generated the types of the API" }, () =>
    run(process.execPath, [join(root, "scripts", "openapi.mjs"), "types"], { cwd: root, quiet: true }),
  );
}

/** Generates the database client unless it matches this schema and this version of Prisma. */
export async function ensureGenerated(root) {
  const client = join(root, "server", "db", "generated", "client.ts");
  const stamp = join(dirname(client), ".made-of");
  if (!existsSync(client)) rmSync(stamp, { force: true });
  await unlessMade(root, stamp, hashOf(root, SCHEMA), { done: "Generated the database client" }, () =>
    run(process.execPath, [join(root, "scripts", "prisma.mjs"), "generate"], { cwd: root, quiet: true }),
  );
}

/**
 * Bundles the programs of the service into dist/ and writes the packages they use to dist/sbom.cdx.json, unless both
 * were made from exactly these sources.
 */
export async function ensureBundled(root) {
  const outdir = join(root, "dist");
  await unlessMade(
    root,
    join(outdir, ".made-of"),
    hashOf(root, SERVICE),
    { done: "Built the service" },
    async () => {
      const [bill] = await Promise.all([billOfMaterials(root), bundle(root, outdir)]);
      writeFileSync(join(outdir, "sbom.cdx.json"), bill);
    },
  );
}

/** Builds the pages unless they were built from exactly these sources. */
export async function ensurePages(root) {
  const names = { begins: "Building the pages", done: "Built the pages", usually: "1 to 3 minutes" };
  await unlessMade(root, join(root, ".next", ".made-of"), hashOf(root, PAGES), names, async () => {
    const next = join(root, "node_modules", "next", "dist", "bin", "next");
    const env = { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
    await run(process.execPath, [next, "build"], { cwd: root, env, quiet: true });
    await compressFiles(join(root, ".next", "static"));
  });
}

// The stamp is deleted first and written last, so that an interrupted step is repeated.
async function unlessMade(root, stamp, hash, names, make) {
  if (isStamped(stamp, hash)) return;
  await oneAtATime(root, async () => {
    if (isStamped(stamp, hash)) return;
    rmSync(stamp, { force: true });
    await step(names, make);
    mkdirSync(dirname(stamp), { recursive: true });
    writeFileSync(stamp, hash);
  });
}

// Every server/**/main.ts becomes a file of dist: server/main.ts dist/main.js, server/admin/main.ts dist/admin.js. All
// are programs but boot/alone, which Next loads.
async function bundle(root, outdir) {
  const { build, stop } = await import("esbuild");
  const server = join(root, "server");
  const programs = filesBelow(server).filter((file) => basename(file) === "main.ts");
  const entryPoints = programs.map((file) => {
    const folder = dirname(file);
    return { in: file, out: folder === server ? "main" : basename(folder) };
  });
  await build({
    entryPoints,
    outdir,
    absWorkingDir: root,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20.19",
    packages: "external",
    sourcemap: "linked",
    logLevel: "warning",
  });
  // Without this, esbuild's own process would live on below the service that this process becomes.
  await stop();
}

function isStamped(stamp, hash) {
  return existsSync(stamp) && readFileSync(stamp, "utf8") === hash;
}

function hashOf(root, paths) {
  const hash = createHash("sha256");
  for (const path of paths) {
    for (const file of filesBelow(join(root, path))) {
      hash
        .update(`${relative(root, file).replaceAll(sep, "/")}\0`)
        .update(readFileSync(file))
        .update("\0");
    }
  }
  return hash.update(process.versions.modules).digest("hex");
}

function filesBelow(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return NOT_BUILT.test(path) ? [] : [path];
  const names = readdirSync(path).sort();
  return names.filter((name) => !NOT_ENTERED.has(name)).flatMap((name) => filesBelow(join(path, name)));
}
