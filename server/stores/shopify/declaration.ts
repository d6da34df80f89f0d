import { z } from "zod";
import { type StoreDeclaration, setting } from "@/server/stores/declaration";

const app = z.object({
  clientId: setting(z.string().trim().min(1), {
    label: "Client ID",
    help: "Of an app in your own organization's Dev Dashboard that is installed in the shop: its page Settings.",
    part: "sign-in",
  }),
  clientSecret: setting(z.string().trim().min(1), {
    label: "Client secret",
    help: "On the same page.",
    secret: true,
    part: "sign-in",
  }),
});

const token = z.object({
  accessToken: setting(z.string().trim().min(1), {
    label: "Admin API access token",
    help: "Of a custom app that was created in the shop's admin. The shop shows it once.",
    example: "shpat_…",
    secret: true,
    part: "sign-in",
  }),
  apiSecretKey: setting(z.string().trim().min(1).optional(), {
    label: "API secret key",
    help: "Of the same app. Without it the shop cannot notify this service of changes.",
    secret: true,
    part: "sign-in",
  }),
});

export const shopifyCredentials = z.union([app, token]);
export type ShopifyCredentials = z.output<typeof shopifyCredentials>;

export const shopifyDeclaration = {
  kind: "shopify",
  title: "Shopify",
  summary: "A Shopify shop, over its Admin API.",
  address: { label: "Shop address", example: "https://your-shop.myshopify.com" },
  ways: [
    { title: "A client ID and secret", settings: app },
    { title: "An Admin API access token", settings: token },
  ],
  reads: ["title", "brand", "category", "tags", "compareAt", "cost", "stock", "enabled", "url"],
  capabilities: {
    marker: "atomic",
    completesWrites: false,
    webhooks: true,
    changesSince: true,
    currencies: "one",
    batch: 1,
  },
} as const satisfies StoreDeclaration;
