import { z } from "zod";
import { type StoreDeclaration, setting } from "@/server/stores/declaration";

export const sandboxCredentials = z.object({
  key: setting(z.string().min(1), { label: "Key", secret: true, part: "sign-in" }),
  currency: setting(
    z
      .string()
      .regex(/^[A-Z]{3}$/)
      .default("EUR"),
    {
      label: "Currency",
      help: "The one that the store reports; each variant has the currency it was mirrored in.",
      part: "place",
    },
  ),
});

export const sandboxDeclaration = {
  kind: "sandbox",
  title: "Sandbox store",
  summary: "For trying things out; nobody buys there.",
  address: { label: "Address", example: "http://127.0.0.1:4000/stores/ws_…" },
  providedHere: true,
  ways: [{ title: "The key of the workspace's store", settings: sandboxCredentials }],
  reads: ["compareAt", "sale"],
  capabilities: {
    marker: "before_price",
    completesWrites: true,
    webhooks: false,
    currencies: "one",
    skus: "shared",
    batch: 1,
  },
} as const satisfies StoreDeclaration;
