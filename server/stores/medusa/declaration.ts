import { z } from "zod";
import { isCurrency } from "@/server/domain/currency";
import { type StoreDeclaration, setting } from "@/server/stores/declaration";

/** Which of the shop's prices are meant, and where it keeps what Medusa has no field for. */
const placement = {
  currency: setting(
    z.string().trim().toUpperCase().refine(isCurrency, "Write an ISO 4217 code.").optional(),
    {
      label: "Currency",
      help: "Only for another of the shop's currencies than its default one.",
      example: "USD",
      part: "place",
      rare: true,
    },
  ),
  costKey: setting(z.string().trim().min(1).max(100).default("cost"), {
    label: "Metadata key of the cost",
    help: "A decimal in the currency above, in the metadata of a variant; without it costs stay unknown unless imported.",
    part: "place",
    rare: true,
  }),
};

const key = z.object({
  apiKey: setting(z.string().trim().min(1), {
    label: "Secret API key",
    help: "In the shop's dashboard: Settings → Secret API Keys. Medusa has no narrower key: it may do everything there.",
    example: "sk_…",
    secret: true,
    part: "sign-in",
  }),
  ...placement,
});
const person = z.object({
  email: setting(z.string().trim().min(1), { label: "E-mail address", part: "sign-in" }),
  password: setting(z.string().min(1), { label: "Password", secret: true, part: "sign-in" }),
  ...placement,
});

export const medusaCredentials = z.union([key, person]);
export type MedusaCredentials = z.output<typeof medusaCredentials>;

export const medusaDeclaration = {
  kind: "medusa",
  title: "Medusa",
  summary: "A Medusa 2 shop (2.12.3 or newer), over its Admin API.",
  address: { label: "Server address", example: "https://shop.example" },
  ways: [
    { title: "A secret API key", settings: key },
    { title: "A user's e-mail address and password", settings: person },
  ],
  reads: ["title", "category", "tags", "sale", "cost", "stock", "enabled"],
  capabilities: {
    marker: "before_price",
    completesWrites: true,
    webhooks: false,
    currencies: "several",
    skus: "shared",
    batch: 1,
  },
} as const satisfies StoreDeclaration;
