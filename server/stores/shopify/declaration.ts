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

/** The app that a merchant installs from here. */
export const shopifyApp = z.object({
  clientId: setting(z.string().trim().min(1), {
    label: "Client ID",
    help: "Of an app in the Dev Dashboard: its page Settings. Among its redirect URLs has to be this installation's address with /store-installs/return.",
    part: "sign-in",
  }),
  clientSecret: app.shape.clientSecret,
});

/** What the shop gives an app when a merchant installs it; the end of the token is in milliseconds since 1970. */
const installed = z.object({
  clientId: z.string(),
  clientSecret: z.string(),
  accessToken: z.string(),
  accessExpiresAt: z.number(),
  refreshToken: z.string(),
});
export type InstalledApp = z.output<typeof installed>;

export const shopifyCredentials = z.union([installed, app, token]);
export type ShopifyCredentials = z.output<typeof shopifyCredentials>;

export const shopifyDeclaration = {
  kind: "shopify",
  title: "Shopify",
  summary: "A Shopify shop, over its Admin API.",
  address: { label: "Shop address", example: "https://your-shop.myshopify.com" },
  ways: [
    { title: "A client ID and secret of your own organization's app", settings: app },
    { title: "An Admin API access token", settings: token },
  ],
  granted: installed,
  reads: ["title", "brand", "category", "tags", "compareAt", "cost", "stock", "enabled", "url"],
  capabilities: {
    marker: "atomic",
    completesWrites: false,
    webhooks: true,
    changesSince: true,
    currencies: "one",
    skus: "shared",
    batch: 1,
  },
} as const satisfies StoreDeclaration;
