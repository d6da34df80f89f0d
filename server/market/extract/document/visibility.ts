import { hasWord, NAMING } from "@/server/market/extract/document/element-lexicon";
import { attribute, type Element } from "@/server/market/extract/document/nodes";
import type { StyleClasses } from "@/server/market/extract/document/style-rules";

/** How an element's own tag, classes and attributes show it, without its ancestors'. */
export type Visibility = {
  readonly hidden: boolean;
  /** For screen readers only: not visible, but part of the content. */
  readonly offscreen: boolean;
  readonly struck: boolean;
};

const STRUCK_TAGS = new Set(["s", "strike", "del"]);
const HIDDEN_CLASSES = new Set(
  "hidden hide d-none is-hidden u-hidden invisible display-none displaynone js-hidden ng-hide visuallyhidden-all".split(
    " ",
  ),
);
/** The modifier of a block's or a part's name: `badge--hidden`. */
const HIDDEN_MODIFIER = /^(?!overflow|backface).*(?:--|_)hidden$/;
const OFFSCREEN_CLASSES = new Set(
  (
    "sr-only visually-hidden visuallyhidden screen-reader-text screenreader offscreen a-offscreen u-visually-hidden " +
    "sr_only show-for-sr screen-reader assistive-text"
  ).split(" "),
);
const STRUCK_WORDS = new Set(
  "strikethrough strike striked linethrough durchgestrichen crossed crossedout barred barre barrato tachado riscado".split(
    " ",
  ),
);
/** What each of these words contains: names without it need no splitting into words. */
const STRUCK_NAME = /str(?:i|u)|cross|barr|through|durchgestr|tachado|riscado/i;
const HIDING_STYLE = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;
const STRIKING_STYLE = /text-decoration[^;]{0,40}line-through/i;
const PLAIN: Visibility = { hidden: false, offscreen: false, struck: false };

/** Returns a page's function that tells how an element is shown; it reads each value of `class` once. */
export function visibilityOf(styles: StyleClasses): (element: Element) => Visibility {
  const known = new Map<string, Visibility>();
  const byClasses = (text: string): Visibility => {
    const same = known.get(text);
    if (same !== undefined) return same;
    const names = text.split(/\s+/);
    const made = {
      hidden: names.some(
        (name) => HIDDEN_CLASSES.has(name) || styles.hidden.has(name) || HIDDEN_MODIFIER.test(name),
      ),
      offscreen: names.some((name) => OFFSCREEN_CLASSES.has(name)),
      struck: names.some((name) => styles.struck.has(name)),
    };
    known.set(text, made);
    return made;
  };
  return (element) => {
    const classes = attribute(element, "class");
    const style = attribute(element, "style");
    const named = classes === "" ? PLAIN : byClasses(classes);
    const struck =
      named.struck ||
      STRUCK_TAGS.has(element.name) ||
      (style !== "" && STRIKING_STYLE.test(style)) ||
      isNamedStruck(element);
    const hidden = named.hidden || "hidden" in element.attribs || (style !== "" && HIDING_STYLE.test(style));
    return hidden === named.hidden && struck === named.struck
      ? named
      : { hidden, offscreen: named.offscreen, struck };
  };
}

const isNamedStruck = (element: Element): boolean =>
  NAMING.some((name) => STRUCK_NAME.test(attribute(element, name))) && hasWord(element, STRUCK_WORDS);
