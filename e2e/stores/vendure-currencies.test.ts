import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import type { Merchant } from "@/e2e/stores/merchant";
import { storePrice } from "@/e2e/stores/one-lamp";
import { startVendure, type VendurePeer } from "@/e2e/stores/vendure-peer";
import type { StoreConnection } from "@/server/stores/port";
import { vendure } from "@/server/stores/vendure/connector";
import { loopbackConnection } from "@/server/testing/loopback-connection";
import { credentialsFor } from "@/server/testing/store-conformance";

// A channel that sells in euros, its default currency, and in dollars.

const LAMP = "5";
let peer: VendurePeer;
let merchant: Merchant;
beforeAll(async () => {
  peer = await startVendure();
  merchant = await peer.merchant();
  const { activeChannel } = z
    .object({ activeChannel: z.object({ id: z.string() }) })
    .parse(await merchant.ask("{ activeChannel { id } }"));
  await merchant.ask("mutation($i: UpdateChannelInput!) { updateChannel(input: $i) { __typename } }", {
    i: { id: activeChannel.id, availableCurrencyCodes: ["EUR", "USD"] },
  });
  const prices = [{ price: 2_590, currencyCode: "USD" }];
  await merchant.ask(
    "mutation($i: [UpdateProductVariantInput!]!) { updateProductVariants(input: $i) { id } }",
    {
      i: [{ id: LAMP, prices }],
    },
  );
}, 300_000);
afterAll(() => peer?.stop());

const inCurrency = (currency: string): StoreConnection =>
  loopbackConnection(peer.url, credentialsFor(vendure, { ...peer.credentials, currency }));

it("a connection in another of the channel's currencies reads and writes that one, and the others stay", async () => {
  const dollars = inCurrency("usd");
  const euros = await storePrice(merchant, LAMP, "EUR");
  expect(await vendure.test(dollars)).toMatchObject({
    currency: "USD",
    notices: [expect.stringContaining("in USD they stay unknown")],
  });
  expect(await vendure.readPrice(dollars, LAMP)).toMatchObject({ price: 2590n, currency: "USD" });
  await vendure.writePrice(dollars, LAMP, { target: 2690n, currency: "USD", writeKey: "wbk_usd" });
  expect(await storePrice(merchant, LAMP, "USD")).toBe(2690);
  expect(await storePrice(merchant, LAMP, "EUR")).toBe(euros);
});

it("costs, which the store has in its default currency, are unknown in another, and unpriced variants too", async () => {
  const { data } = await vendure.listVariants(inCurrency("USD"), {
    cursor: null,
    updatedSince: null,
    pageSize: 100,
  });
  expect(
    data.every(({ cost, compareAt, currency }) => cost === null && compareAt === null && currency === "USD"),
  ).toBe(true);
  expect(data.filter(({ price }) => price !== null).map(({ ref }) => ref)).toEqual([LAMP]);
});

it("a currency that the channel does not have is refused with those that it has, and nothing is written", async () => {
  const francs = inCurrency("CHF");
  await expect(vendure.test(francs)).rejects.toMatchObject({
    reason: "rejected",
    message: "The channel does not sell in CHF. It sells in EUR, USD.",
  });
  const write = vendure.writePrice(inCurrency("USD"), LAMP, {
    target: 100n,
    currency: "EUR",
    writeKey: "wbk_eur",
  });
  await expect(write).rejects.toMatchObject({ reason: "rejected", certainty: "definite" });
});
