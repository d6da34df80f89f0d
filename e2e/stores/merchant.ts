import { z } from "zod";

/** A person who uses the store's own admin; the service does not know of these edits. */
export type Merchant = {
  /** Runs any Admin API operation; throws with the store's message if it is refused. */
  readonly ask: (query: string, variables?: Readonly<Record<string, unknown>>) => Promise<unknown>;
  /** Every variant's id and price in cents, ordered by id, read without our connector. */
  readonly variants: () => Promise<
    readonly { readonly id: string; readonly sku: string; readonly price: number }[]
  >;
  /** The price in cents and our write key, read without our connector. */
  readonly look: (id: string) => Promise<{ readonly price: number; readonly writeKey: string | null }>;
  /** Sets a price in cents as the admin's form does: the write key on the variant stays. */
  readonly setPrice: (id: string, price: number) => Promise<void>;
};

const reply = z.object({ data: z.unknown(), errors: z.array(z.object({ message: z.string() })).optional() });
const variantList = z.object({
  productVariants: z.object({
    items: z.array(
      z.object({ id: z.string(), sku: z.string(), prices: z.array(z.object({ price: z.number() })) }),
    ),
  }),
});
const oneVariant = z.object({
  productVariant: z.object({
    prices: z.array(z.object({ price: z.number() })),
    customFields: z.object({ priceWriteKey: z.string().nullable() }),
  }),
});

/** What an operation asks of a variant to know the prices that shoppers see. */
export const SHOWN_PRICES = "prices { price } customFields { compareAtPrice }";
/** The answer to `SHOWN_PRICES`, in cents. */
export const ShownPrices = z
  .object({
    prices: z.tuple([z.object({ price: z.number() })]),
    customFields: z.object({ compareAtPrice: z.number().nullable() }),
  })
  .transform(({ prices: [{ price }], customFields }) => ({ price, compareAt: customFields.compareAtPrice }));

/** Signs in to a Vendure Admin API as its administrator. */
export async function signInAsMerchant(
  url: string,
  credentials: { readonly username: string; readonly password: string },
): Promise<Merchant> {
  let session = "";
  const ask: Merchant["ask"] = async (query, variables = {}) => {
    const response = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        // Without keep-alive, because the store may close an idle connection just as it is reused.
        connection: "close",
        ...(session && { authorization: `Bearer ${session}` }),
      },
      body: JSON.stringify({ query, variables }),
    });
    session ||= response.headers.get("vendure-auth-token") ?? "";
    const { data, errors } = reply.parse(await response.json());
    if (errors) throw new Error(errors.map(({ message }) => message).join("; "));
    return data;
  };
  await ask(
    "mutation($username: String!, $password: String!) { login(username: $username, password: $password) { __typename } }",
    credentials,
  );
  return {
    ask,
    variants: async () => {
      const query =
        "{ productVariants(options: { take: 1000, sort: { id: ASC } }) { items { id sku prices { price } } } }";
      const { items } = variantList.parse(await ask(query)).productVariants;
      return items.map(({ id, sku, prices }) => ({ id, sku, price: prices[0]?.price ?? Number.NaN }));
    },
    look: async (id) => {
      const query =
        "query($id: ID!) { productVariant(id: $id) { prices { price } customFields { priceWriteKey } } }";
      const { prices, customFields } = oneVariant.parse(await ask(query, { id })).productVariant;
      return { price: prices[0]?.price ?? Number.NaN, writeKey: customFields.priceWriteKey };
    },
    setPrice: async (id, price) => {
      await ask("mutation($i: [UpdateProductVariantInput!]!) { updateProductVariants(input: $i) { id } }", {
        i: [{ id, price }],
      });
    },
  };
}
