/**
 * Every GraphQL document that the connector sends. `npm run check` validates each of them against the official schema
 * of the version below and of later ones.
 */

/** The version of the Admin API. A shop answers by it for at least a year after its release. */
export const API_VERSION = "2026-10";

/** Our write key, as a metafield in the namespace that belongs to the app alone. */
export const MARKER = {
  namespace: "$app",
  key: "pricecheck_write_key",
  type: "single_line_text_field",
} as const;

const PRICED_FIELDS = `id price compareAtPrice
  marker: metafield(namespace: "${MARKER.namespace}", key: "${MARKER.key}") { value }`;
const PRICED = `fragment Priced on ProductVariant { ${PRICED_FIELDS} }`;

const LISTED_FIELDS = `${PRICED_FIELDS}
  sku title updatedAt inventoryQuantity
  product {
    id title vendor productType status tags onlineStoreUrl hasOnlyDefaultVariant updatedAt
    category { name }
  }`;
const COSTS = "{ tracked unitCost { amount currencyCode } }";

/** The query of a bulk operation, which takes no variables. */
const bulk = (fields: string): string =>
  `query Everything { productVariants { edges { node { ${LISTED_FIELDS} ${fields} } } } }`;

export const DOCUMENTS = {
  shop: `query Shop {
    shop { name myshopifyDomain currencyCode taxesIncluded }
    currentAppInstallation { accessScopes { handle } }
  }`,
  fixedPrices: `query FixedPrices {
    priceLists(first: 50) { nodes { name fixedPricesCount } }
  }`,
  price: `query Price($id: ID!) {
    shop { currencyCode }
    productVariant(id: $id) { ...Priced product { id } }
  }
  ${PRICED}`,
  setPrice: `mutation SetPrice($productId: ID!, $variants: [ProductVariantsBulkInput!]!) {
    productVariantsBulkUpdate(productId: $productId, variants: $variants, allowPartialUpdates: false) {
      productVariants { ...Priced }
      userErrors { code field message }
    }
  }
  ${PRICED}`,
  count: `query Count { productVariantsCount(limit: null) { count precision } }`,
  // `$costs` is false for an app that may not read inventory; the field would make the whole answer an error.
  variants: `query Variants($first: Int!, $after: String, $query: String, $costs: Boolean!) {
    productVariants(first: $first, after: $after, query: $query, sortKey: ID) {
      nodes {
        ${LISTED_FIELDS}
        inventoryItem @include(if: $costs) ${COSTS}
      }
      pageInfo { hasNextPage endCursor }
    }
  }`,
  runBulk: `mutation RunBulk($query: String!) {
    bulkOperationRunQuery(query: $query, groupObjects: false) {
      bulkOperation { id }
      userErrors { message }
    }
  }`,
  bulkState: `query BulkState($id: ID!) {
    bulkOperation(id: $id) { status createdAt objectCount fileSize url }
  }`,
  bulkWithCosts: bulk(`inventoryItem ${COSTS}`),
  bulkWithoutCosts: bulk(""),
  webhooks: `query Webhooks($uri: String!) {
    webhookSubscriptions(first: 50, uri: $uri) { nodes { id topic uri } }
  }`,
  createWebhook: `mutation CreateWebhook($topic: WebhookSubscriptionTopic!, $uri: String!) {
    webhookSubscriptionCreate(topic: $topic, webhookSubscription: { uri: $uri, format: JSON }) {
      userErrors { message }
    }
  }`,
  deleteWebhook: `mutation DeleteWebhook($id: ID!) {
    webhookSubscriptionDelete(id: $id) { userErrors { message } }
  }`,
  changedProducts: `query ChangedProducts($first: Int!, $after: String, $query: String!) {
    products(first: $first, after: $after, query: $query, sortKey: ID) {
      nodes { id }
      pageInfo { hasNextPage endCursor }
    }
  }`,
} as const;
