import type { ParsedPage } from "@/server/market/extract/document/parsed-page";
import { idInAddress, likeness, sameAddress } from "@/server/market/extract/likeness";
import {
  isA,
  nodesOf,
  type SchemaNode,
  type SchemaValue,
  textOf,
} from "@/server/market/extract/structured/schema-node";
import { ALIKE, PRODUCT } from "@/server/market/extract/weights/page-weights";

const PRODUCTS = [
  "product",
  "productgroup",
  "individualproduct",
  "productmodel",
  "someproducts",
  "vehicle",
  "car",
  "book",
  "softwareapplication",
  "mobileapplication",
  "menuitem",
];
/** schema.org types with pages of their own that shops do not keep in stock. */
const OTHER_SUBJECTS = [
  "event",
  "musicevent",
  "theaterevent",
  "sportsevent",
  "screeningevent",
  "festival",
  "comedyevent",
  "exhibitionevent",
  "article",
  "newsarticle",
  "blogposting",
  "recipe",
  "jobposting",
  "course",
  "hotel",
  "lodgingbusiness",
  "restaurant",
  "realestatelisting",
];
const SELLERS = [
  "organization",
  "localbusiness",
  "store",
  "onlinestore",
  "person",
  "website",
  "service",
  "itempage",
];
const CARRIERS = [
  "mainentity",
  "mainentityofpage",
  "about",
  "item",
  "itemoffered",
  "subjectof",
  "hascourseinstance",
];
const MAX_DEPTH = 6;

export type ProductNode = { readonly node: SchemaNode; readonly score: number };

/** Returns the items that may be the page's product, best first, with how well each matches the page's own titles. */
export function mainProducts(
  nodes: readonly SchemaNode[],
  page: ParsedPage,
  names: readonly string[],
): readonly ProductNode[] {
  const products = nodes
    .flatMap((node) => productsIn(node, 0))
    .filter((node) => !isOfOtherPage(node, page, names));
  return products
    .map((node) => ({ node, score: scoreOf(node, page, names) }))
    .toSorted((left, right) => right.score - left.score);
}

/** Whether a product says that its page is another one of the shop, and has neither this page's name nor its number. */
function isOfOtherPage(node: SchemaNode, page: ParsedPage, names: readonly string[]): boolean {
  const address = textOf(node, "url");
  const name = textOf(node, "name");
  if (address === null || name === null || page.url === null) return false;
  if (!URL.canParse(address, page.url.href)) return false;
  const url = new URL(address, page.url);
  const isAtHome = url.hostname.replace(/^www\./, "") === page.url.hostname.replace(/^www\./, "");
  const isPage = url.pathname !== "/" && !sameAddress(address, page);
  const isNamed = names.length === 0 || names.some((one) => likeness(name, one) >= ALIKE.ofPage);
  return isAtHome && isPage && !isNamed && !idsInAddress(node, page);
}

/**
 * Whether a page's data describes something other than goods, such as an event or an article, and no product: numbers
 * on such a page are not prices of an item, even if they look like it.
 */
export const isAboutOtherThings = (nodes: readonly SchemaNode[]): boolean =>
  nodes.some((node) => node.top && isA(node, ...OTHER_SUBJECTS)) &&
  nodes.every((node) => productsIn(node, 0).length === 0);

function productsIn(node: SchemaNode, depth: number): readonly SchemaNode[] {
  if (depth > MAX_DEPTH) return [];
  if (isA(node, ...PRODUCTS)) return [node];
  if (isA(node, "offer", "aggregateoffer")) return offeredProducts(node);
  if (isA(node, "itemlist", "offercatalog", "searchresultspage", "collectionpage")) return [];
  const carried = CARRIERS.flatMap((name) => nodesOf(node, name)).flatMap((one) =>
    productsIn(one, depth + 1),
  );
  const sold = node.properties.has("offers") && !isA(node, ...OTHER_SUBJECTS, ...SELLERS) ? [node] : [];
  return [...carried, ...sold];
}

/** Inverts a stand-alone offer: returns the product it offers, with the offer as its offer. */
function offeredProducts(offer: SchemaNode): readonly SchemaNode[] {
  const [product] = nodesOf(offer, "itemoffered");
  const properties = new Map<string, readonly SchemaValue[]>(product?.properties ?? []);
  if (!properties.has("name")) properties.set("name", offer.properties.get("name") ?? []);
  properties.set("offers", [offer]);
  return [{ ...offer, types: product?.types ?? ["product"], properties }];
}

function scoreOf(node: SchemaNode, page: ParsedPage, names: readonly string[]): number {
  const name = textOf(node, "name") ?? "";
  const url = textOf(node, "url") ?? textOf(node, "@id");
  const offered =
    node.properties.has("offers") || node.properties.has("price") || node.properties.has("hasvariant");
  return (
    PRODUCT.name * Math.max(0, ...names.map((one) => likeness(name, one))) +
    (url !== null && sameAddress(url, page) ? PRODUCT.address : 0) +
    (idsInAddress(node, page) ? PRODUCT.idInAddress : 0) +
    (offered ? PRODUCT.offered : 0) +
    (node.top ? PRODUCT.top : 0) +
    (isA(node, "product", "productgroup", "individualproduct") ? PRODUCT.typed : 0)
  );
}

const idsInAddress = (node: SchemaNode, page: ParsedPage): boolean =>
  ["sku", "productid", "mpn"].some((name) => {
    const id = textOf(node, name);
    return id !== null && idInAddress(id, page);
  });
