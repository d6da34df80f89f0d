import { isNamed } from "@/server/market/extract/document/element-lexicon";
import {
  ancestorsOf,
  attribute,
  below,
  type Element,
  isElement,
  shortText,
} from "@/server/market/extract/document/nodes";
import type { ParsedPage } from "@/server/market/extract/document/parsed-page";
import type { Region } from "@/server/market/extract/document/rendered-text";
import { BUY_NAME, BUY_TEXT, NOT_BUY_TEXT } from "@/server/market/extract/visible/buy-lexicon";
import { encloses, isColumn, isElsewhere } from "@/server/market/extract/visible/zones";
import { BUY_BUTTON } from "@/server/market/extract/weights/page-weights";
import { weightAt } from "@/server/market/extract/weights/steps";

export type BuyButton = {
  readonly element: Element;
  readonly region: Region;
  readonly enabled: boolean;
  readonly text: string;
  /** Whether a variant has to be chosen before the button can be used. */
  readonly needsChoice: boolean;
  /** Whether it is one of several alike and far from the title, so that it may be another product's. */
  readonly doubtful: boolean;
};

const CHAIN = 30;

/** Returns a button's text, value, label for screen readers, or the alternative text of its picture. */
export function controlText(element: Element): string {
  const image = element.children.find((child) => "attribs" in child && child.name === "img");
  const alternative = image !== undefined && "attribs" in image ? attribute(image, "alt") : "";
  const own =
    shortText(element, 80) ||
    attribute(element, "value") ||
    attribute(element, "aria-label") ||
    attribute(element, "title");
  return (own || attribute(element, "alt") || alternative).toLowerCase().trim();
}

/**
 * Returns the buy button for the page's product: the first matching one after the title in the main part of the page.
 */
export function mainBuyButton(page: ParsedPage, title: Region | null): BuyButton | null {
  const buttons = page.text.controls.flatMap((element) => {
    const region = page.text.regions.get(element);
    if (region === undefined || !buys(element)) return [];
    const apart = ancestorsOf(element, CHAIN).filter((one) => isApart(page, one, title));
    const score =
      (apart.length > 0 ? BUY_BUTTON.apart : 0) +
      (region.hidden ? BUY_BUTTON.hidden : 0) +
      nearness(region, title) +
      surety(element);
    return [{ element, region, score, apart }];
  });
  const likeliest = buttons.reduce<Found | null>(
    (so, one) => (so === null || one.score > so.score ? one : so),
    null,
  );
  const best = likeliest === null || likeliest.score < BUY_BUTTON.least ? onlyInColumn(buttons) : likeliest;
  if (best === null) return null;
  const { element, region } = best;
  const text = controlText(element);
  const alike = buttons.filter((one) => controlText(one.element) === text).length;
  const isFar = title !== null && Math.abs(region.position - title.position) > FAR;
  const enabled = isEnabled(element);
  const needsChoice = !enabled && hasChoice(element);
  return { element, region, enabled, text, needsChoice, doubtful: isFar && alike > MOST_ALIKE };
}

type Found = {
  readonly element: Element;
  readonly region: Region;
  readonly score: number;
  /** The parts of the page around it that are not about the main product by their names. */
  readonly apart: readonly Element[];
};

/**
 * Returns the page's only button to buy with, where a theme puts it into a column beside the text. A column with a
 * heading or a linked picture shows something of its own.
 */
function onlyInColumn(buttons: readonly Found[]): Found | null {
  const [only, ...more] = buttons.filter(({ region, apart }) => !region.hidden && apart.every(isColumn));
  const column = only?.apart.at(-1);
  if (only === undefined || more.length > 0 || only.element.name === "a" || column === undefined) return null;
  return showsItsOwn(column) ? null : only;
}

function showsItsOwn(column: Element): boolean {
  let remaining = MOST_LOOKED_AT;
  for (const node of below(column)) {
    if (!isElement(node)) continue;
    if (remaining-- <= 0) return true;
    if (/^h[1-6]$/.test(node.name) && /\p{L}{4}/u.test(shortText(node, 60))) return true;
    if (node.name === "img" && ancestorsOf(node, 3).some(({ name }) => name === "a")) return true;
  }
  return false;
}

/** A product's own button may stand beside the price and again in a bar that follows the reader. */
const MOST_ALIKE = 3;
const FAR = 2500;
const CHOICE_LEVELS = 6;
const MOST_LOOKED_AT = 400;

/** Whether the block around a button has a list or radio buttons to choose from, with nothing chosen. */
function hasChoice(button: Element): boolean {
  for (const block of ancestorsOf(button, CHOICE_LEVELS)) {
    if (/^(?:body|main|html)$/.test(block.name)) return false;
    const radios: Element[] = [];
    let remaining = MOST_LOOKED_AT;
    for (const node of below(block)) {
      if (remaining-- <= 0) break;
      if (!isElement(node)) continue;
      if (node.name === "select" && isUnchosen(node)) return true;
      if (attribute(node, "type") === "radio" || attribute(node, "role") === "radio") radios.push(node);
    }
    const chosen = radios.some(
      (radio) => "checked" in radio.attribs || attribute(radio, "aria-checked") === "true",
    );
    if (radios.length > 1 && !chosen) return true;
  }
  return false;
}

/** Whether a list's choice is still its first option without a value. The list of quantities has one everywhere. */
function isUnchosen(select: Element): boolean {
  const options = [...below(select)].filter(isElement).filter(({ name }) => name === "option");
  const chosen = options.find((option) => "selected" in option.attribs) ?? options[0];
  if (options.length < 2 || chosen === undefined || !("value" in chosen.attribs)) return false;
  return /^(?:|-1|0|null)$/.test(attribute(chosen, "value"));
}

function isApart(page: ParsedPage, element: Element, title: Region | null): boolean {
  const region = page.text.regions.get(element);
  if (region === undefined || (title !== null && encloses(region, title))) return false;
  return isElsewhere(element);
}

/** Text and class name together are more certain than one of them, a button more certain than a link. */
const surety = (element: Element): number =>
  (isNamed(element, BUY_NAME) ? BUY_BUTTON.name : 0) +
  (BUY_TEXT.test(controlText(element)) ? BUY_BUTTON.text : 0) +
  (element.name === "a" ? BUY_BUTTON.link : 0);

function nearness(region: Region, title: Region | null): number {
  if (title === null) return 0;
  const distance = region.position - title.position;
  return region.enter < title.enter
    ? weightAt(-distance, BUY_BUTTON.beforeTitle)
    : weightAt(distance, BUY_BUTTON.afterTitle);
}

function buys(element: Element): boolean {
  const text = controlText(element);
  if (text.length > 60) return false;
  if (BUY_TEXT.test(text) && !NOT_BUY_TEXT.test(text)) return true;
  return element.name !== "a" && isNamed(element, BUY_NAME);
}

export const isEnabled = (element: Element): boolean =>
  !("disabled" in element.attribs) &&
  attribute(element, "aria-disabled") !== "true" &&
  !attribute(element, "class")
    .split(/\s+/)
    .some((name) => /^(?:is-)?(?:disabled|inactive|btn-disabled|button--disabled)$/i.test(name));
