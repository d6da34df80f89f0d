import { isNamed } from "@/server/market/extract/document/element-lexicon";
import { type Element, isElement, shortText } from "@/server/market/extract/document/nodes";

/** Words for price in class names of shops, separate or inside longer words. */
export const PRICE_NAME =
  /pric(?!e-?(?:alert|match|filter|range-filter))|preis|prix|precio|preco|preço|prezzo|prezz|cena(?!ri)|tsena|fiyat|hinta|kaina|cijen|pris(?:$|[^a-z]|et|er)|kwota|harga|tsen|amount|цена|价格|kakaku|kosten/;

const PIECE = /int(?:eger)?\b|whole|decimal|fraction|cents?\b|(?:^|[-_ ])dec\b|symbol|currency|main[-_]?part/;

/** Whether an element is a single price written in parts (whole part, cents, currency), each in its own block. */
export function isPriceParts(element: Element): boolean {
  if (element.children.length < 2) return false;
  const children = element.children.filter(isElement);
  if (children.length < 2 || children.length > 6 || !isNamed(element, PRICE_NAME)) return false;
  const parts = [...children, ...children.flatMap((child) => child.children.filter(isElement))];
  if (!parts.some((part) => isNamed(part, PIECE))) return false;
  const text = shortText(element, 40);
  const numbers = text.match(/\d[\d.,'’\s\u00a0]*/g) ?? [];
  return text.length < 24 && numbers.length > 0 && numbers.length <= 2;
}
