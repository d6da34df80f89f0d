import { schemaAvailability } from "@/server/market/extract/availability/schema-availability";
import { type StockStatement, stockLexicon } from "@/server/market/extract/availability/stock-lexicon";
import { ancestorsOf, attribute, below, type Element, Text } from "@/server/market/extract/document/nodes";

const OUT_NAME = /(?:^|[-_])(?:out-?(?:of-?)?stock|sold-?out|unavailable|not-?available|no-?stock|oos)$/;
const IN_NAME = /(?:^|[-_])(?:in-?stock|available)$/;
const ATTRIBUTES = ["data-stock-status", "data-stock", "data-availability", "data-available"];
const LEVELS = 4;
const MOST_NODES = 120;

/**
 * Returns what the element around a text states by its class where the page prints both "in stock" and "sold out" in
 * it, so that a style sheet shows one of the two; null where it prints one, or names no state.
 */
export function stateAround(element: Element): StockStatement | null {
  for (const block of ancestorsOf(element, LEVELS)) {
    const availability = namedState(block);
    if (availability !== null && printsBoth(block)) return { availability, kind: "plain" };
  }
  return null;
}

function namedState(element: Element): "in_stock" | "out_of_stock" | null {
  for (const name of ATTRIBUTES) {
    const stated = schemaAvailability(attribute(element, name));
    if (stated === "in_stock" || stated === "out_of_stock") return stated;
  }
  const names = classesOf(element);
  const isOut = names.some((name) => OUT_NAME.test(name));
  const isIn = names.some((name) => IN_NAME.test(name) && !OUT_NAME.test(name));
  return isOut === isIn ? null : isIn ? "in_stock" : "out_of_stock";
}

function printsBoth(block: Element): boolean {
  const seen = new Set<boolean>();
  let remaining = MOST_NODES;
  for (const node of below(block)) {
    if (remaining-- <= 0) return false;
    if (!(node instanceof Text)) continue;
    const stated = stockLexicon(node.data.trim());
    if (stated !== null) seen.add(stated.availability === "in_stock");
  }
  return seen.size === 2;
}

const BADGE = /^(.+?)__(?:[\w-]*badge[\w-]*)sold-?out/;
const BLOCK_LEVELS = 8;

/**
 * Whether a text is in a badge that its block shows only with a modifier that the block does not have:
 * `price__badge-sold-out` in `price` and not `price--sold-out`.
 */
export function isDormantBadge(element: Element): boolean {
  const block = ancestorsOf(element, 2)
    .flatMap(classesOf)
    .map((name) => BADGE.exec(name)?.[1])
    .find((name) => name !== undefined);
  if (block === undefined) return false;
  const around = ancestorsOf(element, BLOCK_LEVELS)
    .map(classesOf)
    .find((names) => names.includes(block));
  return around !== undefined && !around.some((name) => /^--sold-?out$/.test(name.slice(block.length)));
}

const classesOf = (element: Element): readonly string[] =>
  attribute(element, "class").toLowerCase().split(/\s+/);
