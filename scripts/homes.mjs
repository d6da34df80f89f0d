import { readdirSync } from "node:fs";
import { join } from "node:path";

/** The layers whose folders are resources of `contexts.cjs`. */
export const LAYERS = ["api", "usecases", "db", "domain"];

/** The folder of the generated database client, which is no resource. */
const MADE = "db/generated";

/**
 * Compares the contexts with the folders of the four layers, because a pattern that no folder matches fails nowhere.
 * @param server path of the folder with the layers
 * @param contexts the lists of `contexts.cjs`
 * @returns one sentence for each folder that no context names, and each name without a folder or with two homes
 */
export function homeFaults(server, contexts) {
  const homes = new Map();
  const faults = [];
  for (const [context, resources] of contexts)
    for (const resource of resources) {
      if (homes.has(resource))
        faults.push(
          `${resource} has two homes in scripts/contexts.cjs: ${homes.get(resource)} and ${context}`,
        );
      homes.set(resource, context);
    }
  const found = new Set();
  for (const layer of LAYERS)
    for (const folder of foldersOf(join(server, layer))) {
      if (`${layer}/${folder}` === MADE) continue;
      found.add(folder);
      if (!homes.has(folder))
        faults.push(`server/${layer}/${folder} has no home: name it in scripts/contexts.cjs`);
    }
  for (const resource of homes.keys())
    if (!found.has(resource)) faults.push(`${resource} of scripts/contexts.cjs has no folder on any layer`);
  return faults;
}

const foldersOf = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
