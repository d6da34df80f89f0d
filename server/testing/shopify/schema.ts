import { buildSchema } from "graphql";

/**
 * The part of the Admin API that the stand-in answers. It refuses a document that is not valid against it, and `npm run
 * check` compares each of its fields with the official schema.
 */
export const STAND_IN_SCHEMA = buildSchema(`
  scalar Money
  scalar Decimal
  scalar DateTime
  scalar URL
  enum CurrencyCode { EUR USD JPY KWD }
  enum ProductStatus { ACTIVE ARCHIVED DRAFT UNLISTED }
  enum WebhookSubscriptionFormat { JSON XML }
  enum WebhookSubscriptionTopic {
    PRODUCTS_CREATE PRODUCTS_UPDATE PRODUCTS_DELETE INVENTORY_LEVELS_UPDATE INVENTORY_ITEMS_UPDATE ORDERS_CREATE
  }
  scalar UnsignedInt64
  enum BulkOperationStatus { CANCELED CANCELING COMPLETED CREATED EXPIRED FAILED RUNNING }
  enum CountPrecision { EXACT AT_LEAST }
  enum ProductVariantSortKeys { ID }
  enum ProductSortKeys { ID }
  enum ProductVariantsBulkUpdateUserErrorCode {
    PRODUCT_DOES_NOT_EXIST PRODUCT_VARIANT_DOES_NOT_EXIST NEGATIVE_PRICE_VALUE INVALID_VALUE BLANK
  }

  schema { query: QueryRoot mutation: Mutation }
  type QueryRoot {
    shop: Shop!
    currentAppInstallation: AppInstallation!
    priceLists(first: Int): PriceListConnection!
    productVariant(id: ID!): ProductVariant
    productVariants(
      first: Int, after: String, query: String, sortKey: ProductVariantSortKeys
    ): ProductVariantConnection!
    productVariantsCount(query: String, limit: Int): Count
    bulkOperation(id: ID!): BulkOperation
    webhookSubscriptions(first: Int, uri: String): WebhookSubscriptionConnection!
    products(first: Int, after: String, query: String, sortKey: ProductSortKeys): ProductConnection!
  }
  type Mutation {
    productVariantsBulkUpdate(
      productId: ID!, variants: [ProductVariantsBulkInput!]!, allowPartialUpdates: Boolean
    ): ProductVariantsBulkUpdatePayload
    bulkOperationRunQuery(query: String!, groupObjects: Boolean!): BulkOperationRunQueryPayload
    webhookSubscriptionCreate(
      topic: WebhookSubscriptionTopic!, webhookSubscription: WebhookSubscriptionInput!
    ): WebhookSubscriptionCreatePayload
    webhookSubscriptionDelete(id: ID!): WebhookSubscriptionDeletePayload
  }
  type WebhookSubscriptionConnection { nodes: [WebhookSubscription!]! }
  type WebhookSubscription { id: ID! topic: WebhookSubscriptionTopic! uri: String! }
  input WebhookSubscriptionInput { uri: String format: WebhookSubscriptionFormat }
  type WebhookSubscriptionCreatePayload { webhookSubscription: WebhookSubscription userErrors: [UserError!]! }
  type WebhookSubscriptionDeletePayload { deletedWebhookSubscriptionId: ID userErrors: [UserError!]! }
  type UserError { field: [String!] message: String! }

  type Shop { id: ID! name: String! myshopifyDomain: String! currencyCode: CurrencyCode! taxesIncluded: Boolean! }
  type AppInstallation { accessScopes: [AccessScope!]! }
  type AccessScope { handle: String! }
  type PriceListConnection { nodes: [PriceList!]! }
  type PriceList { name: String! fixedPricesCount: Int! }
  type Count { count: Int! precision: CountPrecision! }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  type ProductConnection { nodes: [Product!]! pageInfo: PageInfo! }
  type ProductVariantConnection {
    nodes: [ProductVariant!]! edges: [ProductVariantEdge!]! pageInfo: PageInfo!
  }
  type ProductVariantEdge { node: ProductVariant! }
  type BulkOperation {
    id: ID! status: BulkOperationStatus! createdAt: DateTime! objectCount: UnsignedInt64!
    fileSize: UnsignedInt64 url: URL
  }
  type BulkOperationRunQueryPayload { bulkOperation: BulkOperation userErrors: [BulkOperationUserError!]! }
  type BulkOperationUserError { field: [String!] message: String! }
  type Product {
    id: ID! title: String! vendor: String! productType: String! status: ProductStatus! tags: [String!]!
    onlineStoreUrl: URL hasOnlyDefaultVariant: Boolean! updatedAt: DateTime! category: TaxonomyCategory
  }
  type TaxonomyCategory { name: String! }
  type ProductVariant {
    id: ID! sku: String title: String! price: Money! compareAtPrice: Money updatedAt: DateTime!
    inventoryQuantity: Int inventoryItem: InventoryItem! product: Product!
    metafield(namespace: String, key: String!): Metafield
  }
  type InventoryItem { tracked: Boolean! unitCost: MoneyV2 }
  type MoneyV2 { amount: Decimal! currencyCode: CurrencyCode! }
  type Metafield { value: String! }

  input ProductVariantsBulkInput { id: ID price: Money compareAtPrice: Money metafields: [MetafieldInput!] }
  input MetafieldInput { namespace: String key: String type: String value: String }
  type ProductVariantsBulkUpdatePayload {
    productVariants: [ProductVariant!]
    userErrors: [ProductVariantsBulkUpdateUserError!]!
  }
  type ProductVariantsBulkUpdateUserError {
    code: ProductVariantsBulkUpdateUserErrorCode
    field: [String!]
    message: String!
  }
`);
