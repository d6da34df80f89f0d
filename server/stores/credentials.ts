import type { z } from "zod";
import { allSettings, type SignInWay, type StoreDeclaration, settingsOf } from "@/server/stores/declaration";
import { type StoreConnection, type StoreCredentials, StoreError } from "@/server/stores/port";

/** An issue of one setting; an empty path means the credentials as a whole. */
export interface SettingIssue {
  readonly path: readonly string[];
  readonly code: string;
  readonly message: string;
}

export type ReadCredentials =
  | { readonly ok: true; readonly credentials: StoreCredentials }
  | { readonly ok: false; readonly issues: readonly SettingIssue[] };

/** Returns credentials that the store gave, from a grant or from storage; null for all others. Nobody types them. */
export const parseGranted = (
  { granted }: StoreDeclaration,
  input: StoreCredentials,
): StoreCredentials | null => granted?.safeParse(input).data ?? null;

/**
 * Parses credentials with the first way of signing in that they fit. Otherwise returns the issues of the best match.
 */
export function parseCredentials(
  declaration: StoreDeclaration,
  input: Readonly<Record<string, unknown>>,
): ReadCredentials {
  for (const { settings } of declaration.ways) {
    const parsed = settings.safeParse(input);
    if (parsed.success) return { ok: true, credentials: parsed.data };
  }
  return { ok: false, issues: issuesOf(declaration, closestWay(declaration, input), input) };
}

function issuesOf(
  { kind }: StoreDeclaration,
  way: SignInWay,
  input: Readonly<Record<string, unknown>>,
): SettingIssue[] {
  const labels = new Map(settingsOf(kind, way).map(({ name, label }) => [name, label]));
  return (way.settings.safeParse(input).error?.issues ?? []).map(({ path, code, message }) => {
    const [name = ""] = path.map(String);
    const missing = input[name] === undefined || input[name] === "";
    return { path: path.map(String), code, message: missing ? `${labels.get(name)} is missing.` : message };
  });
}

/** Returns the way with the most settings in the input. */
function closestWay({ kind, ways }: StoreDeclaration, input: Readonly<Record<string, unknown>>): SignInWay {
  const fitting = (way: SignInWay) =>
    settingsOf(kind, way).filter(({ name, part }) => part === "sign-in" && name in input).length;
  return ways.reduce((best, way) => (fitting(way) > fitting(best) ? way : best));
}

/** Returns the settings that locate things in the store; they stay when the sign-in is replaced. */
export function placementOf(declaration: StoreDeclaration, credentials: StoreCredentials): StoreCredentials {
  const places = new Set(
    allSettings(declaration)
      .filter(({ part }) => part === "place")
      .map(({ name }) => name),
  );
  return Object.fromEntries(Object.entries(credentials).filter(([name]) => places.has(name)));
}

/**
 * Returns a connection's credentials, typed by its connector's schema.
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
