import { Parser } from "htmlparser2";
import { Element, Text } from "@/server/market/extract/document/nodes";

/** The elements of a page, and the text of its scripts and style sheets, which have no nodes. */
export type PageTree = {
  readonly root: Element;
  /** All elements in document order. */
  readonly elements: readonly Element[];
  /** The text of each script and style element. */
  readonly code: ReadonlyMap<Element, string>;
};

/** The parser takes quadratic time for endlessly nested tags; no shop's page comes near this depth. */
const DEEPEST = 800;
/** The page with the most elements of several hundred product pages has a sixth of them. */
export const MOST_ELEMENTS = 100_000;
const CODE = new Set(["script", "style"]);
/** What the HTML standard allows in a head; any other element ends it. */
const HEAD_CONTENT = new Set(
  "base basefont bgsound link meta noframes noscript script style template title".split(" "),
);
const ONCE = new Set(["html", "head", "body"]);

/** Parses HTML text. Text that is nested deeper or has more elements than any page yields an empty document. */
export function pageTree(html: string): PageTree {
  const growing = new GrowingTree();
  const parser = new Parser(growing);
  growing.stop = () => parser.pause();
  parser.end(html);
  return growing.tree();
}

/**
 * Builds the tree from the parser's events. The parser closes what the standard closes implicitly; the handler adds
 * that content ends a head, and that a second html, head or body element has no node.
 */
class GrowingTree {
  stop: () => void = () => {};
  private readonly root = new Element("", {}, null);
  private readonly elements: Element[] = [];
  private readonly code = new Map<Element, string>();
  private readonly once = new Set<string>();
  /** For each open tag, the element that its content belongs to. */
  private readonly open: Element[] = [this.root];
  private text = "";
  private isTooLarge = false;

  private get current(): Element {
    return this.open.at(-1) ?? this.root;
  }

  onopentag(name: string, attribs: Readonly<Record<string, string>>): void {
    this.endText();
    if (this.current.name === "head" && !HEAD_CONTENT.has(name)) this.leaveHead();
    const parent = this.current;
    if (ONCE.has(name)) {
      if (this.once.has(name)) {
        this.open.push(parent);
        return;
      }
      this.once.add(name);
    }
    const element = new Element(name, attribs, parent);
    parent.children.push(element);
    this.elements.push(element);
    this.open.push(element);
    if (this.open.length > DEEPEST || this.elements.length > MOST_ELEMENTS) {
      this.isTooLarge = true;
      this.stop();
    }
  }

  ontext(data: string): void {
    this.text += data;
  }

  onclosetag(): void {
    this.endText();
    if (this.open.length > 1) this.open.pop();
  }

  onend(): void {
    this.endText();
  }

  tree(): PageTree {
    if (this.isTooLarge) return { root: new Element("", {}, null), elements: [], code: new Map() };
    return { root: this.root, elements: this.elements, code: this.code };
  }

  /** Content that a head cannot have belongs to what follows the head. */
  private leaveHead(): void {
    this.open[this.open.length - 1] = this.current.parent ?? this.root;
  }

  private endText(): void {
    if (this.text === "") return;
    const parent = this.current;
    if (CODE.has(parent.name)) this.code.set(parent, this.text);
    else parent.children.push(new Text(this.text, parent));
    this.text = "";
  }
}
