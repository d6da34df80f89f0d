// `node scripts/production-tree.mjs`: deletes from an installed production tree what only the build needs.
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/**
 * Packages of the production tree that no running service loads: what generates the database client, compiles the
 * pages, or is compiled into them. A name that ends in `*` is a beginning.
 */
const BUILD_ONLY = [
  "@ai-sdk/*",
  "@codemirror/*",
  "@electric-sql/*",
  "@floating-ui/vue",
  "@headlessui/vue",
  "@lezer/*",
  "@next/swc-*",
  "@phosphor-icons/*",
  "@prisma/config",
  "@prisma/dev",
  "@prisma/engines",
  "@prisma/engines-version",
  "@prisma/fetch-engine",
  "@prisma/get-platform",
  "@prisma/query-plan-executor",
  "@prisma/streams-local",
  "@prisma/studio-core",
  "@scalar/*",
  "@vue/*",
  "ai",
  "effect",
  "elkjs",
  "highlight.js",
  "lowlight",
  "lucide-react",
  "prisma",
  "typescript",
  "vue",
];

/** Whether a package is one of them. */
export const isBuildOnly = (name) =>
  BUILD_ONLY.some((one) => (one.endsWith("*") ? name.startsWith(one.slice(0, -1)) : one === name));

/** Returns the names of the packages in a folder `node_modules`. */
function packagesIn(modules) {
  return readdirSync(modules).flatMap((name) =>
    name.startsWith("@") ? readdirSync(join(modules, name)).map((below) => `${name}/${below}`) : [name],
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const modules = join(process.cwd(), "node_modules");
  for (const name of packagesIn(modules).filter(isBuildOnly))
    rmSync(join(modules, name), { recursive: true, force: true });
}
