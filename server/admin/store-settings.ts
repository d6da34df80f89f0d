import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { connectorFor, STORE_KINDS, type StoreConnector, type StoreKind } from "@/server/stores";
import { fieldError } from "@/server/usecases/input";
import { type CommandContext, optional, repeated, UsageError } from "./command";
import { fileAt } from "./files";

/**
 * How credentials are given on the command line: setting by setting, or all of them as JSON, also from a file or
 * standard input. Arguments are seen by everybody who may list the machine's processes.
 */
export const CREDENTIAL_OPTIONS = {
  set: repeated("NAME=VALUE"),
  credentials: optional("JSON"),
  "credentials-file": optional("FILE|-"),
};

interface GivenSettings {
  readonly set: readonly string[];
  readonly credentials: string | undefined;
}

export type CredentialOptions = GivenSettings & { readonly "credentials-file": string | undefined };

/**
 * Reads the file of `--credentials-file`, `-` for standard input.
 * @throws UsageError where the file does not exist, or credentials are given twice
 */
export async function withCredentialsFile(
  { folder, input }: CommandContext,
  { "credentials-file": file, set, credentials }: CredentialOptions,
): Promise<GivenSettings> {
  if (file === undefined) return { set, credentials };
  if (credentials !== undefined) throw new UsageError("Give --credentials or --credentials-file, not both.");
  if (file === "-") return { set, credentials: await text(input ?? process.stdin) };
  return { set, credentials: await readFile(await fileAt(folder, file), "utf8") };
}

/**
 * The credentials of a kind of store; a setting given by `--set` replaces that of the JSON.
 * @returns undefined where none were given
 * @throws UsageError naming a setting that the kind does not have; DomainError validation_error for text that is no
 * JSON object
 */
export function givenCredentials(kind: StoreKind, { set, credentials }: GivenSettings): unknown {
  const json = credentials === undefined ? undefined : readJson(credentials);
  if (set.length === 0) return json;
  const names = connectorFor(kind)
    .allSettings()
    .map(({ name }) => name);
  const given = set.map((setting) => {
    const at = setting.indexOf("=");
    const name = setting.slice(0, Math.max(at, 0));
    if (names.includes(name)) return [name, setting.slice(at + 1)] as const;
    throw new UsageError(`--set is NAME=VALUE; the names of ${kind} are ${names.join(", ")}.`);
  });
  return { ...json, ...Object.fromEntries(given) };
}

const Settings = z.record(z.string(), z.unknown());

function readJson(json: string): Readonly<Record<string, unknown>> {
  const settings = Settings.safeParse(parsed(json));
  if (settings.success) return settings.data;
  throw fieldError("credentials", "invalid", '--credentials is a JSON object, such as {"apiKey":"…"}.');
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** The part of `--help` about the kinds of stores and their settings. */
export const storesHelp = (): string[] => [
  "Kinds of stores, and what --set takes for each:",
  ...STORE_KINDS.flatMap((kind) => {
    const { summary, address, providedHere, ways, settingsOf } = connectorFor(kind);
    return [
      "",
      `  --kind ${kind}    ${summary}`,
      `      --url    ${address.label}, such as ${address.example}${providedHere ? "; not needed for the installation's own" : ""}`,
      ...ways.flatMap((way) => [`    ${way.title}`, ...settingsOf(way).map(settingLine)]),
    ];
  }),
];

function settingLine({
  name,
  label,
  help,
  required,
  preset,
}: ReturnType<StoreConnector["settingsOf"]>[number]): string {
  const needed = required ? "" : preset === null ? " (optional)" : ` (else ${preset})`;
  return `      --set ${name}=…    ${label}${needed}${help ? `. ${help}` : ""}`;
}
