import { z } from "zod";
import { type StoreDeclaration, setting } from "@/server/stores/declaration";

export const wooCredentials = z.object({
  consumerKey: setting(z.string().trim().min(1), {
    label: "Consumer key",
    help: "In the shop: WooCommerce → Settings → Advanced → REST API, with the permission Read/Write.",
    example: "ck_…",
    part: "sign-in",
  }),
  consumerSecret: setting(z.string().trim().min(1), {
    label: "Consumer secret",
    help: "The shop shows it once, when the key is created.",
    secret: true,
    part: "sign-in",
  }),
});
export type WooCredentials = z.output<typeof wooCredentials>;

export const wooDeclaration = {
  kind: "woocommerce",
  title: "WooCommerce",
  summary: "A WordPress shop with WooCommerce, over its REST API.",
  address: { label: "Shop address", example: "https://shop.example" },
  ways: [{ title: "A key of the shop's REST API", settings: wooCredentials }],
  reads: ["title", "brand", "category", "tags", "sale", "cost", "stock", "enabled", "url"],
  capabilities: {
    marker: "before_price",
    completesWrites: true,
    webhooks: true,
    changesSince: true,
    currencies: "one",
    skus: "unique",
    batch: 1,
  },
} as const satisfies StoreDeclaration;
