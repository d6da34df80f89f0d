type Group = readonly (string | Readonly<Record<string, readonly Value[]>>)[];
type Value = string | ((value: string) => boolean);

const any = () => true;
const words = (text: string): string[] => text.split(" ");
/** A length such as `2`, `[3px]` or none, of a property whose other values are colours or styles. */
const isSize = (value: string) => /^(\d|\[[\d.]+(px|rem|em)\])/.test(value);
const isArbitrary = (value: string) => value.startsWith("[");
const isTextSize = (value: string) => /^(xs|sm|base|lg|\dxl|xl|\[[\d.]+px\])$/.test(value);
const isWeight = (value: string) => /^(normal|medium|semibold|bold|\[\d+\])$/.test(value);

/** Utilities of which each prefix is one property, whatever stands behind it. */
const PREFIXES = words(
  "p px py pt pr pb pl m mx my mt mr mb ml w h size min-w max-w min-h max-h gap gap-x gap-y z order basis inset inset-x " +
    "inset-y top right bottom left translate translate-x translate-y bg opacity leading tracking whitespace select duration " +
    "pointer-events animate underline-offset cursor fill accent origin touch grid-cols grid-rows list rounded rounded-t " +
    "overflow overflow-x overflow-y outline-offset appearance field-sizing self items justify scroll-mt transition " +
    "stroke col",
);

/** The classes of one property each, by a name of the group; only utilities that the pages use. */
export const classGroups: Record<string, Group> = {
  ...Object.fromEntries(PREFIXES.map((prefix) => [prefix, [{ [prefix]: ["", any] }]])),
  display: words("block inline-block inline flex inline-flex grid inline-grid table hidden contents"),
  position: words("static relative absolute fixed sticky"),
  flex: [{ flex: words("1 auto none") }],
  direction: [{ flex: words("row row-reverse col col-reverse") }],
  wrap: [{ flex: words("wrap nowrap wrap-reverse") }],
  shrink: [{ shrink: ["", any] }],
  grow: [{ grow: ["", any] }],
  "text-size": [{ text: [isTextSize] }],
  "text-align": [{ text: words("left center right") }],
  "text-wrap": [{ text: words("pretty balance wrap nowrap") }],
  truncate: ["truncate"],
  "text-colour": [{ text: [any] }],
  weight: [{ font: [isWeight] }],
  family: [{ font: words("mono sans") }],
  line: words("underline line-through no-underline"),
  "line-width": [{ decoration: [isSize] }],
  "line-colour": [{ decoration: [any] }],
  ...Object.fromEntries(
    ["", "-x", "-t", "-r", "-b", "-l"].map((side) => [
      `border${side}`,
      [`border${side}`, { [`border${side}`]: [isSize] }],
    ]),
  ),
  "border-style": [{ border: words("solid dashed dotted none") }],
  collapse: [{ border: words("collapse separate") }],
  "border-colour": [{ border: [any] }],
  "outline-style": [{ outline: words("none solid dashed") }],
  "outline-width": [{ outline: [isSize] }],
  "outline-colour": [{ outline: [any] }],
  shadow: [{ shadow: [isArbitrary] }],
  "shadow-colour": [{ shadow: [any] }],
  break: [{ break: [any] }],
  align: [{ align: [any] }],
  "letter-case": words("uppercase lowercase capitalize normal-case"),
  "screen-reader": words("sr-only not-sr-only"),
};

/** The groups that a later class of a group takes the place of as well. */
export const conflictingClassGroups: Record<string, readonly string[]> = {
  p: words("px py pt pr pb pl"),
  px: words("pr pl"),
  py: words("pt pb"),
  m: words("mx my mt mr mb ml"),
  mx: words("mr ml"),
  my: words("mt mb"),
  size: words("w h"),
  gap: words("gap-x gap-y"),
  inset: words("inset-x inset-y top right bottom left"),
  "inset-x": words("right left"),
  "inset-y": words("top bottom"),
  translate: words("translate-x translate-y"),
  overflow: words("overflow-x overflow-y"),
  rounded: ["rounded-t"],
  flex: words("basis grow shrink"),
  border: words("border-x border-t border-r border-b border-l"),
  "border-x": words("border-r border-l"),
  "text-size": ["leading"],
};
