import { type Line, LineWriter } from "@/server/market/extract/document/lines";
import { attribute, type Element, isElement } from "@/server/market/extract/document/nodes";
import { isPriceParts } from "@/server/market/extract/document/price-parts";
import type { StyleClasses } from "@/server/market/extract/document/style-rules";
import { type Visibility, visibilityOf } from "@/server/market/extract/document/visibility";

/** Where and how an element is shown; what hides or strikes out an ancestor does so here as well. */
export type Region = Visibility & {
  /**
   * Position of the element's start and end in document order: an element encloses another when its interval does.
   */
  readonly enter: number;
  leave: number;
  /** Number of visible characters before it. */
  readonly position: number;
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
const MOST_CONTROLS = 10_000;
const HEADINGS = new Set("h1 h2 h3 h4 h5 h6".split(" "));

type Writing = {
  readonly writer: LineWriter;
  readonly regions: Map<Element, Region>;
  readonly controls: Element[];
  readonly headings: Element[];
  readonly shown: (element: Element) => Visibility;
  order: number;
  /** The price in parts that is being read; its blocks do not break the line. */
  unbroken: Element | null;
};

/** Returns a document's text in rendering order. Linear in the size of the document. */
export function renderedText(body: Element, styles: StyleClasses): RenderedText {
  const writer = new LineWriter();
  const writing: Writing = {
    writer,
    regions: new Map(),
    controls: [],
    headings: [],
    shown: visibilityOf(styles),
    order: 0,
    unbroken: null,
  };
  renderChildren(writing, body, writing.regions.get(body));
  writer.end();
  return { ...writing, lines: writer.lines };
}

/** The depth of a page's tree is limited, so that it cannot exhaust the call stack. */
function renderChildren(writing: Writing, element: Element, region: Region | undefined): void {
  for (const child of element.children) {
    if (isElement(child)) {
      if (!UNREAD.has(child.name)) render(writing, child, region);
    } else if (element.parent !== null) {
      writing.writer.write(element, child.data, region?.hidden ?? true);
    }
  }
}

function render(writing: Writing, element: Element, above: Region | undefined): void {
  if (breaksLine(writing, element)) writing.writer.end();
  const own = writing.shown(element);
  const region: Region = {
    enter: writing.order++,
    leave: writing.order,
    position: writing.writer.position,
    hidden: above?.hidden === true || own.hidden,
    offscreen: above?.offscreen === true || own.offscreen,
    struck: above?.struck === true || own.struck,
  };
  writing.regions.set(element, region);
  if (writing.unbroken === null && isPriceParts(element)) writing.unbroken = element;
  if (HEADINGS.has(element.name)) writing.headings.push(element);
  if (writing.controls.length < MOST_CONTROLS && isControl(element)) writing.controls.push(element);
  renderChildren(writing, element, region);
  if (writing.unbroken === element) writing.unbroken = null;
  if (breaksLine(writing, element)) writing.writer.end();
  region.leave = writing.order++;
}

const breaksLine = (writing: Writing, element: Element): boolean =>
  writing.unbroken === null && !INLINE.has(element.name);

const isControl = (element: Element): boolean =>
  element.name === "button" ||
  element.name === "a" ||
  attribute(element, "role") === "button" ||
  (element.name === "input" && /^(submit|button|image)$/i.test(attribute(element, "type")));
