// Checks the directions of all imports, that every folder of a layer has its home in contexts.cjs, and that no
// resources of a layer depend on one another in a cycle; exits with 1 otherwise. Its last line has the totals as JSON.
// With --all it also prints the dependencies between the resources of each layer and the number of files per folder.
import { existsSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { cruise, format } from "dependency-cruiser";
import extractDependencyCruiserConfig from "dependency-cruiser/config-utl/extract-depcruise-config";
import extractTypeScriptConfig from "dependency-cruiser/config-utl/extract-ts-config";
import contexts from "./contexts.cjs";
import { homeFaults, LAYERS } from "./homes.mjs";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const SOURCES = ["app", "server", "prisma", "e2e", "bench", "eval", "scripts"];
const IS_OURS = /\.(ts|tsx|mjs|cjs)$/;
const IS_MADE = /(^|\/)(node_modules|generated)\//;
const IS_TEST = /\.test\.ts$/;

const SHOWS_ALL = process.argv.includes("--all");

process.chdir(ROOT);
const { options, ...ruleSet } = await extractDependencyCruiserConfig("./.dependency-cruiser.cjs");
const { output } = await cruise(
  SOURCES,
  { ...options, ruleSet, validate: true },
  options.enhancedResolveOptions,
  { tsConfig: extractTypeScriptConfig("tsconfig.json") },
);
const violated = output.summary.violations.length;
if (violated > 0) console.log((await format(output, { outputType: "err" })).output);
const homeless = homeFaults("server", contexts);
for (const fault of homeless) console.log(`HOME: ${fault}`);
const modules = output.modules.filter(
  ({ source }) => IS_OURS.test(source) && !IS_MADE.test(source) && existsSync(source),
);

let cycles = 0;
for (const layer of LAYERS) {
  const graph = resourcesOf(layer);
  if (SHOWS_ALL) printGraph(layer, graph);
  for (const circle of circlesOf(graph)) {
    cycles += 1;
    console.log(`CYCLE in ${layer}: ${circle.join(" → ")}`);
  }
}
const folders = countBy(modules.map(({ source }) => dirname(source)));
if (SHOWS_ALL)
  for (const [folder, count] of folders) console.log(`  ${String(count).padStart(4)}  ${folder}`);
const lines = modules.reduce(
  (sum, { source }) => sum + readFileSync(source, "utf8").split("\n").length - 1,
  0,
);
console.log(
  JSON.stringify({
    violated,
    homeless: homeless.length,
    cycles,
    folders: folders.length,
    most_in_a_folder: Math.max(...folders.map(([, count]) => count)),
    files: modules.length,
    lines,
  }),
);
process.exitCode = violated + homeless.length + cycles > 0 ? 1 : 0;

function printGraph(layer, graph) {
  console.log(layer);
  for (const [resource, uses] of [...graph].sort(([a], [b]) => a.localeCompare(b)))
    console.log(`  ${resource}${uses.size ? ` → ${[...uses].sort().join(", ")}` : ""}`);
}

/** Returns the resources of a layer, each with those of the same layer it imports; tests are ignored. */
function resourcesOf(layer) {
  const resourceOf = (path) => new RegExp(`^server/${layer}/([^/]+)/`).exec(path)?.[1] ?? null;
  const graph = new Map();
  for (const { source, dependencies } of modules) {
    const from = resourceOf(source);
    if (from === null || IS_TEST.test(source)) continue;
    if (!graph.has(from)) graph.set(from, new Set());
    for (const { resolved } of dependencies) {
      const to = resourceOf(resolved);
      if (to !== null && to !== from && !IS_MADE.test(resolved)) graph.get(from).add(to);
    }
  }
  return graph;
}

/** Returns one cycle for each resource with a path back to itself, skipping resources of cycles already found. */
function circlesOf(graph) {
  const circles = [];
  const reported = new Set();
  for (const start of graph.keys()) {
    if (reported.has(start)) continue;
    const path = pathBack(graph, start);
    if (path === null) continue;
    for (const resource of path) reported.add(resource);
    circles.push(path);
  }
  return circles;
}

/** Returns the shortest path from a resource back to itself, or null. */
function pathBack(graph, start) {
  const queue = [[start]];
  const seen = new Set();
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    for (const next of graph.get(path.at(-1)) ?? []) {
      if (next === start) return [...path, start];
      if (!seen.has(next)) {
        seen.add(next);
        queue.push([...path, next]);
      }
    }
  }
  return null;
}

function countBy(names) {
  const counts = new Map();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => a.localeCompare(b));
}
