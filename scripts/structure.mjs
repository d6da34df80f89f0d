// Prints how the resources of each layer depend on one another, how many files each folder has, and as its last line the
// totals as JSON. Ends with 1 where resources of a layer depend on one another in a circle.
import { existsSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { cruise } from "dependency-cruiser";
import extractTypeScriptConfig from "dependency-cruiser/config-utl/extract-ts-config";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const LAYERS = ["api", "usecases", "db", "domain"];
const SOURCES = ["app", "server", "prisma", "e2e", "bench", "eval", "scripts"];
const IS_OURS = /\.(ts|tsx|mjs|cjs)$/;
const IS_MADE = /(^|\/)(node_modules|generated)\//;
const IS_TEST = /\.test\.ts$/;

process.chdir(ROOT);
const { output } = await cruise(
  SOURCES,
  { doNotFollow: { path: "node_modules|generated" }, tsPreCompilationDeps: true },
  { extensions: [".ts", ".tsx", ".mjs", ".cjs", ".js", ".json", ".d.mts"] },
  { tsConfig: extractTypeScriptConfig("tsconfig.json") },
);
const modules = output.modules.filter(
  ({ source }) => IS_OURS.test(source) && !IS_MADE.test(source) && existsSync(source),
);

let cycles = 0;
for (const layer of LAYERS) {
  const graph = resourcesOf(layer);
  console.log(`\n${layer}`);
  for (const [resource, uses] of [...graph].sort(([a], [b]) => a.localeCompare(b)))
    console.log(`  ${resource}${uses.size ? ` → ${[...uses].sort().join(", ")}` : ""}`);
  for (const circle of circlesOf(graph)) {
    cycles += 1;
    console.log(`  CYCLE: ${circle.join(" → ")}`);
  }
}
console.log("\nfiles per folder");
for (const [folder, count] of countBy(modules.map(({ source }) => dirname(source))))
  console.log(`  ${String(count).padStart(4)}  ${folder}`);
const lines = modules.reduce(
  (sum, { source }) => sum + readFileSync(source, "utf8").split("\n").length - 1,
  0,
);
console.log(JSON.stringify({ cycles, files: modules.length, lines }));
process.exitCode = cycles > 0 ? 1 : 0;

/** The resources of a layer, each with those of the same layer that it imports; tests do not count. */
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

/** One circle for each resource from which a path leads back to it, without repeating resources already told. */
function circlesOf(graph) {
  const circles = [];
  const told = new Set();
  for (const start of graph.keys()) {
    if (told.has(start)) continue;
    const path = pathBack(graph, start);
    if (path === null) continue;
    for (const resource of path) told.add(resource);
    circles.push(path);
  }
  return circles;
}

/** The shortest path from a resource back to itself, or null. */
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
