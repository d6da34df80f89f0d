// A lint rule: names are the field's standard terms. Each refused word stands with what is used instead; a word is a
// part of an identifier or of a file's name, so `door` refuses `nodeDoor` and `trpc-door.ts`.
const REFUSED = {
  acting: "context (a RequestContext)",
  contradicted: "mismatched",
  contradiction: "mismatch",
  demand: "require",
  desk: "panel",
  disown: "replace or release",
  doing: "action",
  doings: "actions",
  door: "handler or adapter",
  fate: "outcome",
  hindrance: "blocker",
  hindrances: "blockers",
  housekeeping: "maintenance",
  judge: "evaluate",
  judged: "evaluated",
  meddle: "interfere",
  newcomer: "new user",
  newcomers: "new users",
  oversees: "may manage",
  respread: "reschedule",
  shelf: "products or store",
  retold: "refreshed",
  spool: "buffer",
  telling: "notification round",
  told: "notified, reported, error or message",
  trouble: "problem",
  troubles: "problems",
  unasked: "automatic",
  untold: "not reported",
};
const REFUSED_NAMES = {
  Caller: "Principal",
  HttpAnswer: "HttpResponse",
  isPassing: "isTransient",
  badAnswer: "invalidResponse",
  keepHouse: "runMaintenance",
  "wire.ts": "schemas.ts",
};

const wordsOf = (name) =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);

/** Returns the refused word of a name and its replacement, or null. */
export function refusedIn(name) {
  if (Object.hasOwn(REFUSED_NAMES, name)) return { word: name, use: REFUSED_NAMES[name] };
  const word = wordsOf(name).find((part) => Object.hasOwn(REFUSED, part));
  return word === undefined ? null : { word, use: REFUSED[word] };
}

/** @type {import("eslint").Rule.RuleModule} */
export const vocabulary = {
  meta: {
    type: "suggestion",
    schema: [],
    messages: { refused: '"{{name}}" says "{{word}}"; say {{use}} (docs/glossary.md).' },
  },
  create(context) {
    const report = (node, name) => {
      const found = refusedIn(name);
      if (found) context.report({ node, messageId: "refused", data: { name, ...found } });
    };
    return {
      Program: (node) => report(node, context.filename.split(/[\\/]/).at(-1) ?? ""),
      Identifier: (node) => report(node, node.name),
    };
  },
};
