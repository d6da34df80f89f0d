// Builds a store: node seed.mjs FOLDER → FOLDER/store.sqlite and FOLDER/access.json (an API key that may read
// and change the catalog, and nothing else).
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import vendure from "@vendure/core";
import cli from "@vendure/core/cli/index.js";
import { toCsv, variants } from "./catalog.mjs";
import { ADMINISTRATOR, configure } from "./config.mjs";

const { importProductsFromCsv, populateInitialData } = cli;
const [folder] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const csv = join(folder, "catalog.csv");
writeFileSync(csv, toCsv());

const app = await vendure.bootstrap(
  configure({ database: join(folder, "store.sqlite"), port: 0, synchronize: true }),
);
const admin = `http://127.0.0.1:${app.getHttpServer().address().port}/admin-api`;
let session = null;

async function ask(query, variables = {}) {
  const response = await fetch(admin, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      // The import keeps this process busy for longer than a server keeps an idle connection.
      connection: "close",
      ...(session ? { authorization: `Bearer ${session}` } : {}),
    },
    body: JSON.stringify({ query, variables }),
  });
  session ??= response.headers.get("vendure-auth-token");
  const { data, errors } = await response.json();
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
}

await ask("mutation($u: String!, $p: String!) { login(username: $u, password: $p) { __typename } }", {
  u: ADMINISTRATOR.identifier,
  p: ADMINISTRATOR.password,
});
const { activeChannel } = await ask("{ activeChannel { id } }");
await ask("mutation($i: UpdateChannelInput!) { updateChannel(input: $i) { __typename } }", {
  i: {
    id: activeChannel.id,
    availableCurrencyCodes: ["EUR"],
    defaultCurrencyCode: "EUR",
    pricesIncludeTax: false,
  },
});
await populateInitialData(app, {
  defaultLanguage: "en",
  defaultZone: "Nordic",
  countries: [
    { code: "DK", name: "Denmark", zone: "Nordic" },
    { code: "FI", name: "Finland", zone: "Nordic" },
  ],
  taxRates: [
    { name: "standard", percentage: 25 },
    { name: "reduced", percentage: 10 },
  ],
  shippingMethods: [{ name: "Parcel", price: 490 }],
  paymentMethods: [
    {
      name: "On account",
      handler: { code: "dummy-payment-handler", arguments: [{ name: "automaticSettle", value: "false" }] },
    },
  ],
  collections: [],
  roles: [{ code: "pricing", description: "Pricing", permissions: ["ReadCatalog", "UpdateCatalog"] }],
});
const { imported, errors } = await importProductsFromCsv(app, csv, "en");
if (errors?.length) throw new Error(errors.join("; "));

const { productVariants } = await ask("{ productVariants(options: { take: 1000 }) { items { id sku } } }");
const bySku = new Map(variants.map((variant) => [variant.sku, variant]));
await ask("mutation($i: [UpdateProductVariantInput!]!) { updateProductVariants(input: $i) { id } }", {
  i: productVariants.items.map(({ id, sku }) => {
    const { cost, compareAt } = bySku.get(sku);
    return { id, customFields: { costPrice: cost, compareAtPrice: compareAt } };
  }),
});
const { roles } = await ask("{ roles { items { id code } } }");
const { createApiKey } = await ask(
  "mutation($i: CreateApiKeyInput!) { createApiKey(input: $i) { apiKey } }",
  {
    i: {
      roleIds: [roles.items.find(({ code }) => code === "pricing").id],
      translations: [{ languageCode: "en", name: "Pricing" }],
    },
  },
);
writeFileSync(join(folder, "access.json"), JSON.stringify({ apiKey: createApiKey.apiKey, ...ADMINISTRATOR }));
console.log(`Built a store with ${imported} products, ${productVariants.items.length} variants.`);
await app.close();
process.exit(0);
