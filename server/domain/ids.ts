/** The resource kinds and the prefix of their opaque ids. */
export const ID_PREFIX = {
  workspace: "ws",
  user: "usr",
  run: "run",
  schedule: "sch",
  occurrence: "occ",
  freeze: "frz",
  recommendation: "rec",
  comment: "cmt",
  alert: "alr",
  item: "itm",
  token: "tok",
  observation: "obs",
  policy: "pol",
  trial: "try",
  writeBack: "wbk",
  event: "evt",
  integration: "int",
  storeGrant: "sgr",
  offer: "off",
  check: "chk",
  invitation: "inv",
  planRequest: "plr",
  supportRequest: "sup",
  session: "ses",
  identity: "idn",
  mail: "mail",
  grant: "grt",
  client: "cli",
  request: "req",
  webhook: "whk",
  message: "msg",
  delivery: "dlv",
  batch: "bat",
  laneDecision: "lnd",
} as const;

export type IdKind = keyof typeof ID_PREFIX;

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/**
 * Makes an opaque id that sorts by creation time: 10 characters of milliseconds, 16 of randomness, Crockford base32.
 * @param nowMs creation time in milliseconds since 1970
 * @param random 10 random bytes
 */
export function makeId(kind: IdKind, nowMs: number, random: Uint8Array): string {
  let time = "";
  let rest = Math.floor(nowMs);
  for (let i = 0; i < 10; i++) {
    time = ALPHABET.charAt(rest % 32) + time;
    rest = Math.floor(rest / 32);
  }
  let bits = 0n;
  for (const byte of random.subarray(0, 10)) bits = (bits << 8n) | BigInt(byte);
  let tail = "";
  for (let i = 0; i < 16; i++) {
    tail = ALPHABET.charAt(Number(bits & 31n)) + tail;
    bits >>= 5n;
  }
  return `${ID_PREFIX[kind]}_${time}${tail}`;
}

/** Returns the smallest id of that kind that is made at that time (milliseconds since 1970) or later. */
export const firstId = (kind: IdKind, ms: number): string => makeId(kind, ms, new Uint8Array(10));

/** Whether the text has the format of an id of that kind; does not check that it exists. */
export function looksLikeId(kind: IdKind, text: string): boolean {
  return new RegExp(`^${ID_PREFIX[kind]}_[0-9a-hjkmnp-tv-z]{26}$`).test(text);
}
