/** What a policy says and what comes of it, a line each, for whoever runs the shop. */
export interface Explanation {
  readonly says: string;
  readonly gives: string;
}

const ROW = /^\| \[[^\]]*\]\((?<name>[\w-]+)\.json\) \| (?<says>[^|]+) \| (?<gives>[^|]+) \|$/gm;

/** Returns the explanations by the name of the policy's file, from the table of `docs/policies/examples/README.md`. */
export function explanations(readme: string): ReadonlyMap<string, Explanation> {
  return new Map(
    [...readme.matchAll(ROW)].map(({ groups }) => [
      groups?.["name"] ?? "",
      { says: groups?.["says"] ?? "", gives: groups?.["gives"] ?? "" },
    ]),
  );
}
