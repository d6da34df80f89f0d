import {
  STORE_FACTS,
  type StoreDeclaration,
  type StoreSetting,
  settingsOf,
} from "@/server/stores/declaration";

/** Returns the documentation of all kinds of store as Markdown, the content of `docs/stores.md`. */
export const storesDocument = (declarations: readonly StoreDeclaration[]): string =>
  `${["# Stores", INTRODUCTION, ...declarations.flatMap(storeSection)].join("\n\n")}\n`;

const INTRODUCTION = `One store is connected to a workspace, in Settings → Integrations or by

\`\`\`sh
npm run -s admin -- store connect --workspace ws_… --kind KIND --url ADDRESS --set NAME=VALUE --set NAME=VALUE
\`\`\`

The service signs in once, reads how prices are stated, and connects only where everything needed is there. \`store replace-credentials\` takes the same settings. Those that say where things are in the store stay as they are where they are not given again. Credentials are encrypted, and no answer returns them. This page is written by \`npm run docs\` from the connectors' declarations; [write-back.md](write-back.md) is what every connector promises.`;

function storeSection(declaration: StoreDeclaration): string[] {
  const { kind, title, summary, address, providedHere, ways, reads } = declaration;
  const facts = Object.entries(STORE_FACTS).filter(([fact]) => reads.some((known) => known === fact));
  return [
    `## ${title}`,
    `${summary} Its kind is \`${kind}\`. ${address.label}: such as \`${address.example}\`.`,
    ...(providedHere ? ["The installation's own store needs neither address nor settings."] : []),
    ...ways.flatMap((way) => [
      ...(ways.length > 1 ? [`### ${way.title}`] : []),
      settingsTable(settingsOf(kind, way)),
    ]),
    `Read of each variant beside its price: ${facts.map(([, text]) => text).join(", ") || "nothing"}.`,
  ];
}

const settingsTable = (settings: readonly StoreSetting[]): string =>
  ["| setting | name | needed | |", "|---|---|---|---|", ...settings.map(row)].join("\n");

function row({ label, name, required, preset, help, example, secret }: StoreSetting): string {
  const needed = required ? "yes" : preset === null ? "no" : `else \`${preset}\``;
  const words = [help, example && `Such as \`${example}\`.`, secret && "Secret."].filter(Boolean).join(" ");
  return `| ${label} | \`${name}\` | ${needed} | ${words} |`;
}
