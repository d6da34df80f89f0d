/** The rules of a robots.txt file for one crawler, by RFC 9309. */
export interface RobotsRules {
  /** Whether a path, with its query, may be requested. */
  allows(path: string): boolean;
  /** The pause that the file asks for between two requests, in seconds; null when it states none. */
  readonly crawlDelaySeconds: number | null;
}

type Rule = { readonly allow: boolean; readonly pattern: string };
type Group = { rules: Rule[]; delay: number | null };
type Line = { readonly key: string; readonly value: string };

/** Spellings that sites use, as public crawlers accept them. */
const KEYS: Readonly<Record<string, string>> = {
  useragent: "user-agent",
  "user agent": "user-agent",
  dissallow: "disallow",
  dissalow: "disallow",
  disalow: "disallow",
  diasllow: "disallow",
  disallaw: "disallow",
};

/**
 * Parses a robots.txt file: the groups that name the crawler apply together, and only without any of them those for
 * everyone.
 * @param robot the crawler's product token
 */
export function robotsRules(text: string, robot: string): RobotsRules {
  const own: Group = { rules: [], delay: null };
  const everyone: Group = { rules: [], delay: null };
  let isNamed = false;
  let current = new Set<Group>();
  let isHead = false;
  for (const { key, value } of linesOf(text)) {
    if (key === "user-agent") {
      if (!isHead) current = new Set();
      isHead = true;
      if (isFor(value, robot)) current.add(own);
      else if (/^\*(?:\s|$)/.test(value)) current.add(everyone);
      isNamed ||= current.has(own);
    } else if (key === "allow" || key === "disallow") {
      isHead = false;
      if (value !== "")
        for (const group of current) group.rules.push({ allow: key === "allow", pattern: normalized(value) });
    } else if (key === "crawl-delay") {
      const seconds = Number(value);
      if (Number.isFinite(seconds) && seconds > 0) for (const group of current) group.delay = seconds;
    }
  }
  const { rules, delay } = isNamed ? own : everyone;
  return { allows: (path) => isAllowed(rules, path), crawlDelaySeconds: delay };
}

function* linesOf(text: string): Generator<Line> {
  for (const raw of text.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/)) {
    const line = (raw.split("#", 1)[0] ?? "").trim();
    const colon = line.indexOf(":");
    // A missing colon: a name and a value with blanks between them, and nothing else.
    const parts = colon === -1 ? line.split(/\s+/) : [line.slice(0, colon), line.slice(colon + 1)];
    const [name, value] = parts;
    if (parts.length !== 2 || name === undefined || value === undefined) continue;
    const key = name.trim().toLowerCase();
    yield { key: KEYS[key] ?? key, value: value.trim() };
  }
}

/** Whether an agent line names the crawler: its letters, hyphens and underscores up to any other character. */
const isFor = (value: string, robot: string): boolean =>
  /^[a-z_-]+/i.exec(value)?.[0].toLowerCase() === robot.toLowerCase();

/** Of the rules that match, the one with the longest pattern decides; of two as long, the one that allows. */
function isAllowed(rules: readonly Rule[], path: string): boolean {
  const target = normalized(path);
  if (target === "/robots.txt") return true;
  let longest = -1;
  let allowed = true;
  for (const { allow, pattern } of rules) {
    if (pattern.length < longest || !isMatch(pattern, target)) continue;
    allowed = pattern.length === longest ? allowed || allow : allow;
    longest = pattern.length;
  }
  return allowed;
}

/**
 * Brings percent-encoding into one form: unreserved characters decoded, others encoded in capitals, characters outside
 * ASCII encoded.
 */
const normalized = (text: string): string =>
  text
    .replace(/\p{Surrogate}/gu, "\ufffd")
    .replace(/[^\x21-\x7e]/gu, (character) => encodeURIComponent(character))
    .replace(/%([\da-f]{2})/gi, (encoded, hex) => {
      const character = String.fromCharCode(Number.parseInt(hex, 16));
      return /[\w.~-]/.test(character) ? character : encoded.toUpperCase();
    });

/** Whether a pattern matches the beginning of a path; takes time in proportion to the product of their lengths. */
function isMatch(pattern: string, path: string): boolean {
  const anchored = pattern.endsWith("$");
  const pieces = (anchored ? pattern.slice(0, -1) : pattern).split("*");
  let at = 0;
  for (const [index, piece] of pieces.entries()) {
    const isLast = index === pieces.length - 1;
    if (index === 0) {
      if (!path.startsWith(piece)) return false;
      at = piece.length;
      if (isLast) return !anchored || at === path.length;
    } else if (isLast && anchored) {
      return path.length - piece.length >= at && path.endsWith(piece);
    } else {
      const found = path.indexOf(piece, at);
      if (found === -1) return false;
      at = found + piece.length;
    }
  }
  return true;
}
