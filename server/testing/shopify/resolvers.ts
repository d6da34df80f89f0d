import { GraphQLError } from "graphql";
import { presentBulk, startBulk } from "./bulk";
import { type ListArguments, pageOf, searched, type Term } from "./connection";
import { presentProduct, presentVariant, requireScope } from "./present";
import { saveVariants, type VariantInput } from "./save";
import { idOf, type Shop, type ShopProduct, type ShopToken, type ShopVariant } from "./shop";
import { createWebhook, deleteWebhook } from "./webhooks";

/** The answer to no request: the shop died. */
export class Died extends Error {}

/** The shop's dates have whole seconds. */
const seconds = (ms: number): number => Math.floor(ms / 1000);

const updatedAt: Term<{ readonly id: number; readonly updatedMs: number }> = ({ updatedMs }, value) => {
  const [match, operator = "", text = ""] = /^(>=|>|<=|<)'([^']+)'$/.exec(value) ?? [];
  if (match === undefined) throw new GraphQLError(`The stand-in knows no time ${value}`);
  const [changed, asked] = [seconds(updatedMs), seconds(Date.parse(text))];
  return operator.includes("=") && changed === asked
    ? true
    : operator.startsWith(">")
      ? changed > asked
      : changed < asked;
};
const PRODUCT_TERMS: Readonly<Record<string, Term<ShopProduct>>> = { updated_at: updatedAt };
const VARIANT_TERMS: Readonly<Record<string, Term<ShopVariant>>> = {
  updated_at: updatedAt,
  product_ids: ({ productId }, value) => value.split(",").includes(String(productId)),
};

interface WriteArguments {
  readonly productId: string;
  readonly variants: readonly VariantInput[];
  readonly allowPartialUpdates?: boolean | null;
}

interface WebhookArguments {
  readonly topic: string;
  readonly webhookSubscription: { readonly uri?: string | null };
}

/** The root of queries and mutations for one token. */
export function resolversOf(shop: Shop, token: ShopToken) {
  const { settings } = shop;
  const variants = () => [...shop.variants.values()];
  const shown = (variant: ShopVariant) => presentVariant(shop, token, variant);
  return {
    shop: {
      id: "gid://shopify/Shop/1",
      name: settings.name,
      myshopifyDomain: settings.domain,
      currencyCode: settings.currency,
      taxesIncluded: settings.taxesIncluded,
    },
    currentAppInstallation: { accessScopes: token.scopes.map((handle) => ({ handle })) },
    priceLists: () => ({ nodes: settings.priceLists }),
    productVariant: ({ id }: { readonly id: string }) => {
      const found = shop.variants.get(idOf(id, "ProductVariant"));
      return found ? shown(found) : null;
    },
    productVariants: (args: ListArguments) => {
      requireScope(token, "read_products", "productVariants field");
      const page = pageOf(searched(variants(), args.query, VARIANT_TERMS), args);
      return { ...page, nodes: page.nodes.map(shown) };
    },
    productVariantsCount: () => ({ count: shop.variants.size, precision: "EXACT" }),
    bulkOperation: ({ id }: { readonly id: string }) => {
      const found = shop.bulks.find((each) => each.id === id);
      return found ? presentBulk(shop, found) : null;
    },
    bulkOperationRunQuery: ({ query }: { readonly query: string }) => startBulk(shop, token, query),
    webhookSubscriptions: ({ uri }: { readonly uri?: string | null }) => ({
      nodes: shop.webhooks.filter((each) => each.app === token.app && (!uri || each.uri === uri)),
    }),
    webhookSubscriptionCreate: ({ topic, webhookSubscription: { uri } }: WebhookArguments) => {
      requireScope(token, topic.startsWith("INVENTORY") ? "read_inventory" : "read_products", topic);
      return createWebhook(shop, token.app, topic, uri ?? "");
    },
    webhookSubscriptionDelete: ({ id }: { readonly id: string }) => deleteWebhook(shop, token.app, id),
    products: (args: ListArguments) => {
      const page = pageOf(searched([...shop.products.values()], args.query, PRODUCT_TERMS), args);
      return { ...page, nodes: page.nodes.map((product) => presentProduct(shop, product)) };
    },
    productVariantsBulkUpdate: ({ productId, variants: inputs, allowPartialUpdates }: WriteArguments) => {
      requireScope(token, "write_products", "productVariantsBulkUpdate field");
      const saved = saveVariants(shop, idOf(productId, "Product"), inputs, {
        app: token.app,
        allowPartial: allowPartialUpdates ?? false,
      });
      if (saved === null) throw new Died();
      const none = saved.variants.length === 0 && saved.errors.length > 0;
      return { productVariants: none ? null : saved.variants.map(shown), userErrors: saved.errors };
    },
  };
}
