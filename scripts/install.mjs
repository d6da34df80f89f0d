import { accessSync, constants, existsSync, mkdirSync, readFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { oneAtATime, output, run, step } from "./step.mjs";

/** Installs the locked dependencies of a folder unless exactly these are installed. */
export async function ensureInstalled(folder, name) {
  if (isInstalled(folder)) return;
  await oneAtATime(folder, async () => {
    if (isInstalled(folder)) return;
    const names = { begins: `Installing ${name}`, done: `Installed ${name}`, usually: "1 to 2 minutes" };
    await step(names, () => npm(["ci", "--include=dev", "--loglevel=error"], folder));
  });
}

// npm writes node_modules/.package-lock.json last, with the packages it installed.
function isInstalled(folder) {
  const installed = join(folder, "node_modules", ".package-lock.json");
  if (!existsSync(installed)) return false;
  const locked = packagesIn(join(folder, "package-lock.json"));
  const present = packagesIn(installed);
  return Object.entries(locked).every(([path, entry]) => {
    const found = present[path];
    // The lock lists the builds for every platform; only this machine's are installed.
    if (found === undefined) return path === "" || entry.optional === true || entry.devOptional === true;
    return found.version === entry.version && found.integrity === entry.integrity;
  });
}

function packagesIn(file) {
  return JSON.parse(readFileSync(file, "utf8")).packages;
}

async function npm(args, folder) {
  const { command, first, env } = npmProgram();
  await run(command, [...first, ...args], { cwd: folder, env, quiet: true });
}

/**
 * Returns the bill of materials of a folder's lock file: every package but those for development only, as CycloneDX
 * JSON.
 * @returns {Promise<string>}
 * @throws StepError if npm cannot be run or refuses the lock file
 */
export async function billOfMaterials(folder) {
  const { command, first, env } = npmProgram();
  const args = ["sbom", "--sbom-format=cyclonedx", "--package-lock-only", "--omit=dev", "--offline"];
  const bill = JSON.parse(await output(command, [...first, ...args], { cwd: folder, env }));
  // npm uses the folder's name, and describes every project as a library.
  const { name } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  Object.assign(bill.metadata.component, { name, type: "application" });
  // The download address of a package depends on the machine, so it is removed.
  for (const component of bill.components)
    component.externalReferences = component.externalReferences.filter(({ type }) => type !== "distribution");
  return `${JSON.stringify(bill, null, 1)}\n`;
}

function npmProgram() {
  const env = { ...process.env };
  // Under NODE_ENV=production npm would leave out what the build needs.
  delete env.NODE_ENV;
  const cache = env.npm_config_cache ?? join(homedir(), ".npm");
  if (!canWrite(cache)) env.npm_config_cache = join(tmpdir(), `npm-cache-${process.getuid?.() ?? 0}`);
  const own = env.npm_execpath;
  const [command, ...first] = own?.endsWith(".js") ? [process.execPath, own] : ["npm"];
  return { command, first, env };
}

// Service accounts often have a home directory that does not exist.
function canWrite(folder) {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
