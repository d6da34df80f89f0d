import { z } from "zod";
import { allSettings, type StoreSetting, settingsOf } from "@/server/stores/declaration";
import { connectorFor, STORE_KINDS, type StoreKind } from "@/server/stores/registry";
import { fieldError } from "@/server/usecases/input";
import { optional, repeated, UsageError } from "./command";

/** How credentials are given on the command line: setting by setting, or all of them as JSON. */
export const CREDENTIAL_OPTIONS = { set: repeated("NAME=VALUE"), credentials: optional("JSON") };

/**
 * The credentials of a kind of store; a setting given by `--set` replaces that of the JSON.
 * @returns undefined where none were given
 * @throws UsageError naming a setting that the kind does not have; DomainError validation_error for text that is no
 * JSON object
 */
export function givenCredentials(
  kind: StoreKind,
  { set, credentials }: { readonly set: readonly string[]; readonly credentials: string | undefined },
): unknown {
  const json = credentials === undefined ? undefined : readJson(credentials);
  if (set.length === 0) return json;
  const names = allSettings(connectorFor(kind)).map(({ name }) => name);
  const given = set.map((text) => {
    const at = text.indexOf("=");
    const name = text.slice(0, Math.max(at, 0));
    if (names.includes(name)) return [name, text.slice(at + 1)] as const;
    throw new UsageError(`--set is NAME=VALUE; the names of ${kind} are ${names.join(", ")}.`);
  });
  return { ...json, ...Object.fromEntries(given) };
}

const Settings = z.record(z.string(), z.unknown());

function readJson(text: string): Readonly<Record<string, unknown>> {
  const settings = Settings.safeParse(parsed(text));
  if (settings.success) return settings.data;
  throw fieldError("credentials", "invalid", '--credentials is a JSON object, such as {"apiKey":"…"}.');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The part of `--help` about the kinds of stores and their settings. */
export const storesHelp = (): string[] => [
  "Kinds of stores, and what --set takes for each:",
  ...STORE_KINDS.flatMap((kind) => {
    const { summary, address, providedHere, ways } = connectorFor(kind);
    return [
      "",
      `  --kind ${kind}    ${summary}`,
      `      --url    ${address.label}, such as ${address.example}${providedHere ? "; not needed for the installation's own" : ""}`,
      ...ways.flatMap((way) => [`    ${way.title}`, ...settingsOf(kind, way).map(settingLine)]),
    ];
  }),
];

function settingLine({ name, label, help, required, preset }: StoreSetting): string {
  const needed = required ? "" : preset === null ? " (optional)" : ` (else ${preset})`;
  return `      --set ${name}=…    ${label}${needed}${help ? `. ${help}` : ""}`;
}
