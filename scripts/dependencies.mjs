// Fails if a package is not pinned to one version: `node scripts/dependencies.mjs [FOLDER]` checks every package.json
// of a project and the lock file beside it. `npm run unused` finds packages that are installed but unused.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = process.argv[2] ?? dirname(dirname(fileURLToPath(import.meta.url)));
const KINDS = ["dependencies", "devDependencies", "optionalDependencies", "overrides"];
const EXACT = /^(npm:(@[^/]+\/)?[^@/]+@)?\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/;
const PLATFORM = ["os", "cpu", "libc"];
const NOT_ENTERED = new Set(["node_modules", ".git", ".next", ".data", "dist", "run"]);

const faults = packagesBelow(root).flatMap((folder) => [...unpinned(folder), ...lockFaults(folder)]);
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.exitCode = faults.length > 0 ? 1 : 0;

function packagesBelow(folder) {
  const below = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !NOT_ENTERED.has(entry.name))
    .flatMap((entry) => packagesBelow(join(folder, entry.name)));
  return existsSync(join(folder, "package.json")) ? [folder, ...below] : below;
}

function unpinned(folder) {
  const file = join(folder, "package.json");
  const manifest = JSON.parse(readFileSync(file, "utf8"));
  return KINDS.flatMap((kind) => versionsOf(manifest[kind] ?? {}))
    .filter(([, version]) => !EXACT.test(version) && !isReference(manifest, version))
    .map(([name, version]) => `${relative(root, file)}: ${name} is not pinned: ${version}`);
}

/** Returns names with versions; overrides may be nested. */
function versionsOf(entries) {
  return Object.entries(entries).flatMap(([name, version]) =>
    typeof version === "string" ? [[name, version]] : versionsOf(version),
  );
}

// An override may repeat the version of a direct dependency, as "$name".
function isReference(manifest, version) {
  const name = version.startsWith("$") && version.slice(1);
  return Boolean(name) && Boolean(manifest.dependencies?.[name] ?? manifest.devDependencies?.[name]);
}

// Returns faults of the lock file. An address would bind every installation to the registry the lock was made with. A
// checksum may be missing where the package's own platforms rule the installation out.
function lockFaults(folder) {
  const file = join(folder, "package-lock.json");
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  if (!existsSync(file)) return [`${relative(root, file)}: is missing`];
  return Object.entries(JSON.parse(readFileSync(file, "utf8")).packages)
    .filter(([path]) => path !== "")
    .flatMap(([path, entry]) => {
      if (entry.resolved !== undefined) return [`${relative(root, file)}: ${path} has an address`];
      if (entry.integrity || entry.inBundle || isRuledOut(manifest, entry)) return [];
      return [`${relative(root, file)}: ${path} has no integrity`];
    });
}

/** Says whether an optional package is for other platforms than those that the manifest names. */
function isRuledOut(manifest, entry) {
  const others = (key) =>
    manifest[key] !== undefined &&
    entry[key] !== undefined &&
    !entry[key].some((value) => manifest[key].includes(value));
  return entry.optional === true && PLATFORM.some(others);
}
