import { hasWord } from "@/server/market/extract/document/element-lexicon";
import { type Element, parentOf } from "@/server/market/extract/document/nodes";

/** A run of text without a line break, with the source element of each part. */
export type Line = {
  /** At least the beginning of the run; nobody reads a run longer than `LONGEST_LINE`. */
  readonly text: string;
  /** Number of visible characters before it on the page. */
  readonly position: number;
  readonly parts: readonly { readonly at: number; readonly element: Element }[];
};

/** A text of more characters is a paragraph, and never read for a price, a title or an availability. */
export const LONGEST_LINE = 400;
/** What is written of a longer run; more than a line, so that it is not taken for one. */
const WRITTEN = LONGEST_LINE + 100;

const CENT_WORDS = new Set(
  "cent cents decimal decimals dec fraction fractional centimes centimos centesimi centavos kopecks grosze nachkomma".split(
    " ",
  ),
);

/** "CHF 2.25", "$34.99"; but "€99" may be the cents of "12" before it. */
const PRICE_WITH_CURRENCY_FIRST = /^(?:\p{Lu}{2,3}\$?|\p{Lu}\p{Ll}\.|\p{Sc}(?!\d{2}(?!\d|[.,]\d)))\s?\d/u;

/** Writes the texts of a page into lines, in rendering order. */
export class LineWriter {
  readonly lines: Line[] = [];
  /** Number of visible characters written. */
  position = 0;
  private text = "";
  private parts: { at: number; element: Element }[] = [];
  private lineStart = 0;

  /** Writes a text of an element. */
  write(element: Element, raw: string, hidden: boolean): void {
    const text = raw.replace(/\s+/g, " ");
    if (text === " " && (this.text === "" || this.text.endsWith(" "))) return;
    if (this.text.length < WRITTEN) this.append(element, text);
    if (!hidden) this.position += text.trim().length;
  }

  /** Ends the line that is being written. */
  end(): void {
    if (this.text.trim() !== "")
      this.lines.push({ text: this.text.trimEnd(), position: this.lineStart, parts: this.parts });
    this.text = "";
    this.parts = [];
    this.lineStart = this.position;
  }

  private append(element: Element, text: string): void {
    const joint = this.joint(element, text);
    this.text += joint;
    this.parts.push({ at: this.text.length, element });
    const more = this.text.endsWith(" ") || this.text === "" ? text.trimStart() : text;
    this.text += more.length > WRITTEN ? more.slice(0, WRITTEN) : more;
  }

  /**
   * Returns the text between two elements' texts: digits of two elements are two numbers unless the second holds the
   * cents of the first; a capital letter begins a new label; a currency before a number belongs to that number.
   */
  private joint(element: Element, text: string): string {
    const last = this.parts.at(-1);
    if (last === undefined || last.element === element) return "";
    if (/^\s?\d{2}(?!\d)/.test(text) && /\d ?$/.test(this.text) && areCents(element)) {
      this.text = this.text.trimEnd();
      return ".";
    }
    if (/\d$/.test(this.text) && /^\d/.test(text)) return " ";
    if (/\d ?$/.test(this.text) && PRICE_WITH_CURRENCY_FIRST.test(text)) return "\n";
    if (/[-–]$/.test(this.text) && /^\p{L}/u.test(text)) return " ";
    return /^\p{Lu}\p{Ll}/u.test(text) && /[\p{L}\p{Sc}]$/u.test(this.text) ? " " : "";
  }
}

/** Whether an element is named as the cents of a price, or raised as they often are. */
export const areCents = (element: Element): boolean => {
  const parent = parentOf(element);
  return [element, parent].some((one) => one !== null && (one.name === "sup" || hasWord(one, CENT_WORDS)));
};
