/** Shorter values are no secrets that could be told from words. */
const MIN_LENGTH = 6;
const HIDDEN = "[hidden]";
/** The names of credentials and of parameters that prove who signs in. */
const SECRET_NAME = /secret|password|token$|^(?:api|consumer)?_?key$|^oauth_(?:consumer_key|signature)$/i;
/** Headers that are no sign-in. */
const PLAIN_HEADERS: ReadonlySet<string> = new Set(["accept", "content-type", "range"]);
/** The parts of an answer that people may be shown. */
const SHOWN = /^(?:errors?|message|messages|error_description|userErrors|detail|title)$/;

interface Signed {
  readonly headers: Readonly<Record<string, string>>;
  readonly path: string;
}

/** Returns everything of a call that proves who signs in, in the ways in which an answer may repeat it. */
export function secretsOf(
  { headers, path }: Signed,
  credentials: Readonly<Record<string, unknown>>,
): readonly string[] {
  const sent = Object.entries(headers)
    .filter(([name]) => !PLAIN_HEADERS.has(name))
    .flatMap(([, value]) => partsOf(value));
  const query = new URLSearchParams(path.split("?")[1] ?? "");
  const named = [...Object.entries(credentials), ...query].flatMap(([name, value]) =>
    SECRET_NAME.test(name) && typeof value === "string" ? [value] : [],
  );
  return [...new Set([...sent, ...named].flatMap((value) => [value, encodeURIComponent(value)]))]
    .filter(({ length }) => length >= MIN_LENGTH)
    .sort((a, b) => b.length - a.length);
}

/** A header's value, what follows its scheme, and the two parts of a Basic one. */
function partsOf(value: string): string[] {
  const [, scheme, proof] = /^(Basic|Bearer) (.+)$/.exec(value) ?? [];
  if (proof === undefined) return [value];
  if (scheme === "Bearer") return [proof];
  const plain = Buffer.from(proof, "base64").toString("utf8");
  const at = plain.indexOf(":");
  return [proof, plain, plain.slice(0, at), plain.slice(at + 1)];
}

/** Returns a text without the secrets in it. */
export const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((left, secret) => left.replaceAll(secret, HIDDEN), text);

/**
 * Returns the JSON of an answer without the secrets in it: in all of it, or only in the parts that people may be shown,
 * because a store gives tokens as well.
 */
export function jsonWithoutSecrets(json: unknown, secrets: readonly string[], all: boolean): unknown {
  if (typeof json === "string") return all ? withoutSecrets(json, secrets) : json;
  if (Array.isArray(json)) return json.map((each) => jsonWithoutSecrets(each, secrets, all));
  if (typeof json !== "object" || json === null) return json;
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => [
      name,
      jsonWithoutSecrets(value, secrets, all || SHOWN.test(name)),
    ]),
  );
}
