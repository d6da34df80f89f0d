import { hasWord } from "@/server/market/extract/document/element-lexicon";
import {
  attribute,
  type Child,
  type Element,
  isElement,
  type Parent,
  parentOf,
  textOfNode,
} from "@/server/market/extract/document/nodes";
import { isPriceParts } from "@/server/market/extract/document/price-parts";
import type { StyleClasses } from "@/server/market/extract/document/style-rules";

/** A run of text without a line break, with the source element of each part. */
export type Line = {
  readonly text: string;
  /** Number of visible characters before it on the page. */
  readonly position: number;
  readonly parts: readonly { readonly at: number; readonly element: Element }[];
};

export type Region = {
  /**
   * Position of the element's start and end in document order: an element encloses another when its interval does.
   */
  readonly enter: number;
  leave: number;
  /** Number of visible characters before it. */
  readonly position: number;
  readonly hidden: boolean;
  /** For screen readers only: not visible, but part of the content. */
  readonly offscreen: boolean;
  readonly struck: boolean;
};

export type RenderedText = {
  readonly lines: readonly Line[];
  readonly regions: ReadonlyMap<Element, Region>;
  /** Buttons, links and button-like inputs in document order. */
  readonly controls: readonly Element[];
  readonly headings: readonly Element[];
};

const UNREAD = new Set(
  "script style noscript template head svg iframe object canvas select textarea".split(" "),
);
const INLINE = new Set(
  (
    "a abbr b bdi bdo big cite code data del dfn em font i ins kbd mark meta q s samp small span strike strong " +
    "sub sup time tt u var link wbr img nobr"
  ).split(" "),
);
const STRUCK_TAGS = new Set(["s", "strike", "del"]);
const HIDDEN_CLASSES = new Set(
  "hidden hide d-none is-hidden u-hidden invisible display-none displaynone js-hidden ng-hide visuallyhidden-all".split(
    " ",
  ),
);
const OFFSCREEN_CLASSES = new Set(
  (
    "sr-only visually-hidden visuallyhidden screen-reader-text screenreader offscreen a-offscreen u-visually-hidden " +
    "sr_only show-for-sr screen-reader assistive-text"
  ).split(" "),
);
const CLASS_STRUCK = new Set(
  "strikethrough strike striked linethrough durchgestrichen crossed crossedout barred barre barrato tachado riscado".split(
    " ",
  ),
);
const HIDING_STYLE = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;
const STRIKING_STYLE = /text-decoration[^;]{0,40}line-through/i;
const CENT_WORDS = new Set(
  "cent cents decimal decimals dec fraction fractional centimes centimos centesimi centavos kopecks grosze nachkomma".split(
    " ",
  ),
);

type Writing = {
  readonly lines: Line[];
  readonly regions: Map<Element, Region>;
  readonly controls: Element[];
  readonly headings: Element[];
  readonly styles: StyleClasses;
  text: string;
  parts: { at: number; element: Element }[];
  lineStart: number;
  position: number;
  order: number;
  /** The price in parts that is being read; its blocks do not break the line. */
  unbroken: Element | null;
};

/** Returns a document's text in rendering order. Linear in the size of the document. */
export function renderedText(body: Parent, styles: StyleClasses): RenderedText {
  const writing: Writing = {
    lines: [],
    regions: new Map(),
    controls: [],
    headings: [],
    styles,
    text: "",
    parts: [],
    lineStart: 0,
    position: 0,
    order: 0,
    unbroken: null,
  };
  const stack: (Child | { readonly leaving: Element })[] = [...body.children].reverse();
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if ("leaving" in next) {
      leave(writing, next.leaving);
      continue;
    }
    const text = textOfNode(next);
    if (text !== null) write(writing, next, text);
    if (!isElement(next) || UNREAD.has(next.name)) continue;
    enter(writing, next);
    stack.push({ leaving: next });
    for (let at = next.children.length - 1; at >= 0; at--) {
      const child = next.children[at];
      if (child !== undefined) stack.push(child);
    }
  }
  endLine(writing);
  return writing;
}

function enter(writing: Writing, element: Element): void {
  const parent = parentOf(element);
  const above = parent === null ? undefined : writing.regions.get(parent);
  const classes = attribute(element, "class").split(/\s+/);
  const style = attribute(element, "style");
  if (breaksLine(writing, element)) endLine(writing);
  writing.regions.set(element, {
    enter: writing.order++,
    leave: writing.order,
    position: writing.position,
    hidden: above?.hidden === true || isHidden(writing.styles, element, classes, style),
    offscreen: above?.offscreen === true || classes.some((name) => OFFSCREEN_CLASSES.has(name)),
    struck: above?.struck === true || isStruck(writing.styles, element, classes, style),
  });
  if (writing.unbroken === null && isPriceParts(element)) writing.unbroken = element;
  if (/^h[1-6]$/.test(element.name)) writing.headings.push(element);
  if (isControl(element)) writing.controls.push(element);
}

function leave(writing: Writing, element: Element): void {
  if (writing.unbroken === element) writing.unbroken = null;
  if (breaksLine(writing, element)) endLine(writing);
  const region = writing.regions.get(element);
  if (region !== undefined) region.leave = writing.order++;
}

const breaksLine = (writing: Writing, element: Element): boolean =>
  writing.unbroken === null && !INLINE.has(element.name);

const isControl = (element: Element): boolean =>
  element.name === "button" ||
  element.name === "a" ||
  attribute(element, "role") === "button" ||
  (element.name === "input" && /^(submit|button|image)$/i.test(attribute(element, "type")));

const isHidden = (
  styles: StyleClasses,
  element: Element,
  classes: readonly string[],
  style: string,
): boolean =>
  "hidden" in element.attribs ||
  HIDING_STYLE.test(style) ||
  classes.some((name) => HIDDEN_CLASSES.has(name) || styles.hidden.has(name));

const isStruck = (
  styles: StyleClasses,
  element: Element,
  classes: readonly string[],
  style: string,
): boolean =>
  STRUCK_TAGS.has(element.name) ||
  STRIKING_STYLE.test(style) ||
  hasWord(element, CLASS_STRUCK) ||
  classes.some((name) => styles.struck.has(name));

function write(writing: Writing, node: Child, raw: string): void {
  const element = parentOf(node);
  if (element === null) return;
  const text = raw.replace(/\s+/g, " ");
  const joint = jointOf(writing, element, text);
  const region = writing.regions.get(element);
  if (text === " " && (writing.text === "" || writing.text.endsWith(" "))) return;
  writing.text += joint;
  writing.parts.push({ at: writing.text.length, element });
  writing.text += writing.text.endsWith(" ") || writing.text === "" ? text.trimStart() : text;
  if (region !== undefined && !region.hidden) writing.position += text.trim().length;
}

/**
 * Returns the text between two elements' texts: digits of two elements are two numbers unless the second holds the
 * cents of the first; a capital letter begins a new label.
 */
function jointOf(writing: Writing, element: Element, text: string): string {
  const last = writing.parts.at(-1);
  if (last === undefined || last.element === element) return "";
  const after = text.trimStart();
  const ahead = writing.text.trimEnd();
  if (/^\d{2}(?!\d)/.test(after) && /\d$/.test(ahead) && areCents(element)) {
    writing.text = ahead;
    return ".";
  }
  if (/\d$/.test(writing.text) && /^\d/.test(text)) return " ";
  if (/[\p{L}\p{Sc}]$/u.test(writing.text) && /^\p{Lu}\p{Ll}/u.test(text)) return " ";
  return "";
}

const areCents = (element: Element): boolean => {
  const parent = parentOf(element);
  return [element, parent].some((one) => one !== null && (one.name === "sup" || hasWord(one, CENT_WORDS)));
};

function endLine(writing: Writing): void {
  if (writing.text.trim() !== "") {
    writing.lines.push({ text: writing.text.trimEnd(), position: writing.lineStart, parts: writing.parts });
  }
  writing.text = "";
  writing.parts = [];
  writing.lineStart = writing.position;
}
