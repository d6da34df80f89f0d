import type { Json } from "@/server/market/extract/structured/json-text";

const LONGEST = 60_000;
const DEEPEST = 60;
const SPACE = /(?:\s|\/\/[^\n]*)*/y;
const NAME = /[A-Za-z_$][\w$]*/y;
const NUMBER = /-?\d+(?:\.\d+)?(?![\w.])/y;
const WORDS: Readonly<Record<string, Json>> = { true: true, false: false, null: null, undefined: null };
const CLOSING: Readonly<Record<string, string>> = { "{": "}", "[": "]", "(": ")" };

/**
 * Returns the object or array of a script that begins at `from`, with its end: keys and texts in any quotes or none,
 * comments and trailing commas; an expression is null. Null when it is not one, is not closed or is very long.
 */
export function literalAt(text: string, from: number): { readonly value: Json; readonly end: number } | null {
  const reader = new LiteralReader(text.slice(from, from + LONGEST));
  const value = reader.value(0);
  return reader.failed || typeof value !== "object" || value === null
    ? null
    : { value, end: from + reader.at };
}

/** Reads forwards only, so that its time is linear. */
class LiteralReader {
  at = 0;
  failed = false;
  constructor(private readonly text: string) {}

  /** Returns the value that begins here, up to the comma or bracket that ends it. */
  value(depth: number): Json {
    this.skipSpace();
    const first = this.text[this.at] ?? "";
    const simple =
      first === "{"
        ? this.object(depth)
        : first === "["
          ? this.array(depth)
          : (this.quoted() ?? this.number() ?? WORDS[this.take(NAME)] ?? null);
    this.skipSpace();
    if (depth === 0 || this.failed || /^[,}\]]/.test(this.text[this.at] ?? "")) return simple;
    this.skipExpression();
    return null;
  }

  private object(depth: number): Json {
    const found: Record<string, Json> = {};
    this.items("}", depth, () => {
      const key = this.quoted() ?? this.number()?.toString() ?? this.take(NAME);
      this.skipSpace();
      if (key === "" || this.text[this.at] !== ":") return this.skipExpression();
      this.at++;
      const value = this.value(depth + 1);
      if (key !== "__proto__") found[key] = value;
    });
    return found;
  }

  private array(depth: number): Json {
    const found: Json[] = [];
    this.items("]", depth, () => {
      found.push(this.value(depth + 1));
    });
    return found;
  }

  /** Reads what is between two brackets, separated by commas. */
  private items(closing: string, depth: number, item: () => void): void {
    this.at++;
    if (depth > DEEPEST) this.failed = true;
    while (!this.failed) {
      this.skipSpace();
      const next = this.text[this.at];
      if (next === undefined) this.failed = true;
      else if (next === closing) {
        this.at++;
        return;
      } else if (next === ",") this.at++;
      else if (/[}\])]/.test(next)) this.failed = true;
      else item();
    }
  }

  /** A comment without an end is read once only: looking for its end again at each place would be quadratic. */
  private skipSpace(): void {
    this.take(SPACE);
    while (!this.failed && this.text.startsWith("/*", this.at)) {
      const end = this.text.indexOf("*/", this.at + 2);
      if (end < 0) this.failed = true;
      else this.at = end + 2;
      this.take(SPACE);
    }
  }

  private quoted(): string | null {
    const quote = this.text[this.at] ?? "";
    if (!/["'`]/.test(quote)) return null;
    const start = this.at + 1;
    this.skipText(quote);
    return this.text
      .slice(start, this.at - 1)
      .replace(/\\u([\da-fA-F]{4})|\\([\s\S])/g, (_whole, hex, one) =>
        typeof hex === "string" ? String.fromCharCode(Number.parseInt(hex, 16)) : String(one),
      );
  }

  private number(): number | null {
    const digits = this.take(NUMBER);
    return digits === "" ? null : Number(digits);
  }

  private skipText(quote: string): void {
    this.at++;
    while (this.at < this.text.length && this.text[this.at] !== quote)
      this.at += this.text[this.at] === "\\" ? 2 : 1;
    if (this.at >= this.text.length) this.failed = true;
    this.at++;
  }

  /** Moves to the comma or bracket behind an expression. */
  private skipExpression(): void {
    const open: string[] = [];
    for (; !this.failed; this.at++) {
      const one = this.text[this.at];
      if (one === undefined) this.failed = true;
      else if (/["'`]/.test(one)) {
        this.skipText(one);
        this.at--;
      } else if (CLOSING[one] !== undefined) open.push(CLOSING[one]);
      else if (open.length === 0 && /[,}\])]/.test(one)) return;
      else if (/[}\])]/.test(one) && open.pop() !== one) this.failed = true;
    }
  }

  private take(expression: RegExp): string {
    expression.lastIndex = this.at;
    const found = expression.exec(this.text)?.[0] ?? "";
    this.at += found.length;
    return found;
  }
}
