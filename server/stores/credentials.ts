import type { z } from "zod";
import { allSettings, type SignInWay, type StoreDeclaration, settingsOf } from "@/server/stores/declaration";
import { type StoreConnection, type StoreCredentials, StoreError } from "@/server/stores/port";

/** What is wrong with one setting; an empty path means the credentials as a whole. */
export interface SettingIssue {
  readonly path: readonly string[];
  readonly code: string;
  readonly message: string;
}

export type ReadCredentials =
  | { readonly ok: true; readonly credentials: StoreCredentials }
  | { readonly ok: false; readonly issues: readonly SettingIssue[] };

/** Reads credentials by the first way of signing in that they fit; the issues are those of the way that was meant. */
export function parseCredentials(
  declaration: StoreDeclaration,
  given: Readonly<Record<string, unknown>>,
): ReadCredentials {
  for (const { settings } of declaration.ways) {
    const parsed = settings.safeParse(given);
    if (parsed.success) return { ok: true, credentials: parsed.data };
  }
  return { ok: false, issues: issuesOf(declaration, meantWay(declaration, given), given) };
}

function issuesOf(
  { kind }: StoreDeclaration,
  way: SignInWay,
  given: Readonly<Record<string, unknown>>,
): SettingIssue[] {
  const labels = new Map(settingsOf(kind, way).map(({ name, label }) => [name, label]));
  return (way.settings.safeParse(given).error?.issues ?? []).map(({ path, code, message }) => {
    const [name = ""] = path.map(String);
    const missing = given[name] === undefined || given[name] === "";
    return { path: path.map(String), code, message: missing ? `${labels.get(name)} is missing.` : message };
  });
}

/** The way of which most settings were given. */
function meantWay({ kind, ways }: StoreDeclaration, given: Readonly<Record<string, unknown>>): SignInWay {
  const fitting = (way: SignInWay) =>
    settingsOf(kind, way).filter(({ name, part }) => part === "sign-in" && name in given).length;
  return ways.reduce((best, way) => (fitting(way) > fitting(best) ? way : best));
}

/** The part of credentials that says where things are in the store; it outlives a change of sign-in. */
export function placementOf(declaration: StoreDeclaration, credentials: StoreCredentials): StoreCredentials {
  const places = new Set(
    allSettings(declaration)
      .filter(({ part }) => part === "place")
      .map(({ name }) => name),
  );
  return Object.fromEntries(Object.entries(credentials).filter(([name]) => places.has(name)));
}

/**
 * The credentials of a connection as its connector's schema types them.
 * @throws StoreError unauthorized, definite
 */
export function credentialsOf<T extends z.ZodType>(
  { credentials }: StoreConnection,
  schema: T,
  { title }: StoreDeclaration,
): z.output<T> {
  const parsed = schema.safeParse(credentials);
  if (parsed.success) return parsed.data;
  throw new StoreError("unauthorized", "definite", `The connection holds no usable credentials of ${title}.`);
}
