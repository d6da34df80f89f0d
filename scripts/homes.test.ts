import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { cruise } from "dependency-cruiser";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { homeFaults, LAYERS } from "./homes.mjs";

const required = createRequire(import.meta.url);
const CONTEXTS: [context: string, resources: string[]][] = required("./contexts.cjs");
const RULES = required("../.dependency-cruiser.cjs");

let root = "";

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "pricecheck-homes-"));
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

function plant(path: string, text = ""): void {
  mkdirSync(join(root, dirname(path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** Returns what the planted files violate of the rules with this beginning, as `layer: importer → imported`. */
async function violationsOf(rules: string): Promise<string[]> {
  const { output } = await cruise(["server"], { baseDir: root, ruleSet: RULES, validate: true });
  if (typeof output === "string") throw new Error("the cruise has no result");
  return output.summary.violations
    .filter(({ rule }) => rule.name.startsWith(rules))
    .map(({ from, to }) => {
      const [, layer, importer] = from.split("/");
      return `${layer}: ${importer} → ${to.split("/")[2]}`;
    })
    .sort();
}

describe("the folders of the layers", () => {
  const CROPS: [string, string[]][] = [
    ["soil", ["barley"]],
    ["air", ["hops", "yeast"]],
  ];
  const faults = (contexts = CROPS) => homeFaults(join(root, "server"), contexts);

  beforeEach(() => {
    for (const layer of LAYERS) plant(`server/${layer}/barley/a.ts`);
    plant("server/db/generated/client.ts");
    plant("server/usecases/hops/a.ts");
    plant("server/domain/yeast/a.ts");
    plant("server/domain/money.ts");
  });

  it("are homes of the resources that the contexts name", () => {
    expect(faults()).toEqual([]);
  });

  it.each(LAYERS)("have a home in %s", (layer) => {
    plant(`server/${layer}/rye/a.ts`);
    expect(faults()).toEqual([`server/${layer}/rye has no home: name it in scripts/contexts.cjs`]);
  });

  it("are there for every name, once", () => {
    rmSync(join(root, "server/usecases/hops"), { recursive: true });
    expect(faults([...CROPS, ["water", ["yeast"]]])).toEqual([
      "yeast has two homes in scripts/contexts.cjs: air and water",
      "hops of scripts/contexts.cjs has no folder on any layer",
    ]);
  });
});

it("refuses the imports of every resource from each context above its own, on every layer, and no other", async () => {
  const homes = CONTEXTS.flatMap(([, resources], place) =>
    resources.map((resource) => ({ resource, place })),
  );
  const refused: string[] = [];
  for (const layer of LAYERS)
    for (const { resource, place } of homes) {
      const others = homes.filter((home) => home.resource !== resource);
      plant(`server/${layer}/${resource}/end.ts`, "export const end = 1;\n");
      plant(
        `server/${layer}/${resource}/begin.ts`,
        others.map((home) => `import "../${home.resource}/end";\n`).join(""),
      );
      for (const home of others)
        if (home.place > place) refused.push(`${layer}: ${resource} → ${home.resource}`);
    }
  expect(await violationsOf("context-")).toEqual(refused.sort());
});

it("refuses imports of resources beside their folders, where every resource may import them", async () => {
  for (const layer of LAYERS) {
    plant(`server/${layer}/items/a.ts`, "export const a = 1;\n");
    plant(`server/${layer}/terms.ts`, 'export { a } from "./items/a";\n');
  }
  plant("server/api/root.ts", 'export { a } from "./items/a";\n');
  expect(await violationsOf("roots-")).toEqual(LAYERS.map((layer) => `${layer}: terms.ts → items`).sort());
});
