import { buildSchema } from 'graphql';

/** What the adapter uses of Shopify's Admin API 2026-07, by the names and types that Shopify documents. */
export const SCHEMA = buildSchema(/* GraphQL */ `
  directive @idempotent(key: String!) on FIELD
  scalar DateTime
  scalar UnsignedInt64
  scalar Decimal
  scalar URL
  scalar CurrencyCode
  scalar CountryCode

  interface Node {
    id: ID!
  }
  type PageInfo {
    hasNextPage: Boolean!
    endCursor: String
  }
  type MoneyV2 {
    amount: Decimal!
  }
  type MoneyBag {
    shopMoney: MoneyV2!
  }

  type QueryRoot {
    node(id: ID!): Node
    nodes(ids: [ID!]!): [Node]!
    products(first: Int, after: String, query: String, sortKey: ProductSortKeys): ProductConnection!
    productVariants(
      first: Int
      after: String
      query: String
      sortKey: ProductVariantSortKeys
    ): ProductVariantConnection!
    productVariant(id: ID!): ProductVariant
    inventoryItem(id: ID!): InventoryItem
    order(id: ID!): Order
    orders(first: Int, after: String, query: String, sortKey: OrderSortKeys): OrderConnection!
    orderByIdentifier(identifier: OrderIdentifierInput!): Order
    fulfillmentOrder(id: ID!): FulfillmentOrder
    webhookSubscriptions(first: Int, uri: String): WebhookSubscriptionConnection!
  }
  enum ProductSortKeys {
    ID
  }
  enum ProductVariantSortKeys {
    ID
  }
  enum OrderSortKeys {
    UPDATED_AT
  }
  input OrderIdentifierInput @oneOf {
    customId: UniqueMetafieldValueInput
    id: ID
  }
  input UniqueMetafieldValueInput {
    namespace: String
    key: String!
    value: String!
  }

  type ProductConnection {
    nodes: [Product!]!
    pageInfo: PageInfo!
  }
  type Product implements Node {
    id: ID!
    legacyResourceId: UnsignedInt64!
    title: String!
    vendor: String!
    description: String!
    media(first: Int, query: String): MediaConnection!
    variants(first: Int, after: String): ProductVariantConnection!
  }
  type MediaConnection {
    nodes: [Media!]!
  }
  interface Media {
    id: ID!
  }
  type MediaImage implements Node & Media {
    id: ID!
    image: Image
  }
  type Image {
    url: URL!
    altText: String
  }
  type ProductVariantConnection {
    nodes: [ProductVariant!]!
    pageInfo: PageInfo!
  }
  type ProductVariant implements Node {
    id: ID!
    legacyResourceId: UnsignedInt64!
    title: String!
    sku: String
    barcode: String
    selectedOptions: [SelectedOption!]!
    inventoryItem: InventoryItem!
  }
  type SelectedOption {
    name: String!
    value: String!
  }
  type InventoryItem implements Node {
    id: ID!
    tracked: Boolean!
    variant: ProductVariant!
    inventoryLevel(locationId: ID!): InventoryLevel
  }
  type InventoryLevel {
    id: ID!
    quantities(names: [String!]!): [InventoryQuantity!]!
  }
  type InventoryQuantity {
    quantity: Int!
  }
  type Location implements Node {
    id: ID!
    legacyResourceId: UnsignedInt64!
  }

  type OrderConnection {
    nodes: [Order!]!
    pageInfo: PageInfo!
  }
  type Order implements Node {
    id: ID!
    name: String!
    number: Int!
    createdAt: DateTime!
    cancelledAt: DateTime
    cancelReason: OrderCancelReason
    edited: Boolean!
    displayFinancialStatus: OrderDisplayFinancialStatus
    currencyCode: CurrencyCode!
    taxesIncluded: Boolean!
    tags: [String!]!
    email: String
    shippingAddress: MailingAddress
    shippingLines(first: Int): ShippingLineConnection!
    subtotalPriceSet: MoneyBag
    totalTaxSet: MoneyBag
    totalPriceSet: MoneyBag!
    lineItems(first: Int, after: String): LineItemConnection!
    fulfillmentOrders(first: Int, after: String): FulfillmentOrderConnection!
    fulfillments(first: Int): [Fulfillment!]!
    returns(first: Int, after: String): ReturnConnection!
    refunds(first: Int): [Refund!]!
  }
  enum OrderDisplayFinancialStatus {
    PAID
    PENDING
    REFUNDED
    PARTIALLY_REFUNDED
  }
  enum OrderCancelReason {
    CUSTOMER
    INVENTORY
    OTHER
  }
  type MailingAddress {
    name: String
    company: String
    address1: String
    address2: String
    zip: String
    city: String
    province: String
    countryCodeV2: CountryCode
    phone: String
    latitude: Float
    longitude: Float
  }
  type ShippingLineConnection {
    nodes: [ShippingLine!]!
  }
  type ShippingLine {
    code: String
    title: String!
    discountedPriceSet: MoneyBag!
    taxLines: [TaxLine!]!
  }
  type TaxLine {
    rate: Float
    priceSet: MoneyBag!
  }
  type LineItemConnection {
    nodes: [LineItem!]!
    pageInfo: PageInfo!
  }
  type LineItem implements Node {
    id: ID!
    title: String!
    sku: String
    quantity: Int!
    currentQuantity: Int!
    requiresShipping: Boolean!
    originalUnitPriceSet: MoneyBag!
    taxLines: [TaxLine!]!
    discountAllocations: [DiscountAllocation!]!
    customAttributes: [Attribute!]!
    variant: ProductVariant
  }
  type DiscountAllocation {
    allocatedAmountSet: MoneyBag!
  }
  type Attribute {
    key: String!
    value: String
  }

  type FulfillmentOrderConnection {
    nodes: [FulfillmentOrder!]!
    pageInfo: PageInfo!
  }
  type FulfillmentOrder implements Node {
    id: ID!
    orderId: ID!
    status: FulfillmentOrderStatus!
    assignedLocation: FulfillmentOrderAssignedLocation!
    lineItems(first: Int, after: String): FulfillmentOrderLineItemConnection!
    locationsForMove(first: Int): FulfillmentOrderLocationForMoveConnection!
  }
  enum FulfillmentOrderStatus {
    OPEN
    CLOSED
    CANCELLED
  }
  type FulfillmentOrderAssignedLocation {
    location: Location
  }
  type FulfillmentOrderLineItemConnection {
    nodes: [FulfillmentOrderLineItem!]!
    pageInfo: PageInfo!
  }
  type FulfillmentOrderLineItem implements Node {
    id: ID!
    lineItem: LineItem!
    totalQuantity: Int!
    remainingQuantity: Int!
  }
  type FulfillmentOrderLocationForMoveConnection {
    nodes: [FulfillmentOrderLocationForMove!]!
  }
  type FulfillmentOrderLocationForMove {
    movable: Boolean!
    location: Location!
  }

  type Fulfillment implements Node {
    id: ID!
    status: FulfillmentStatus!
    createdAt: DateTime!
    trackingInfo(first: Int): [FulfillmentTrackingInfo!]!
    fulfillmentLineItems(first: Int, after: String): FulfillmentLineItemConnection!
  }
  enum FulfillmentStatus {
    SUCCESS
    CANCELLED
  }
  type FulfillmentTrackingInfo {
    company: String
    number: String
    url: URL
  }
  type FulfillmentLineItemConnection {
    nodes: [FulfillmentLineItem!]!
    pageInfo: PageInfo!
  }
  type FulfillmentLineItem implements Node {
    id: ID!
    quantity: Int
    lineItem: LineItem!
  }
  type ReturnConnection {
    nodes: [Return!]!
    pageInfo: PageInfo!
  }
  type Return implements Node {
    id: ID!
    status: ReturnStatus!
    returnLineItems(first: Int, after: String): ReturnLineItemTypeConnection!
  }
  enum ReturnStatus {
    OPEN
    CLOSED
  }
  type ReturnLineItemTypeConnection {
    nodes: [ReturnLineItemType!]!
    pageInfo: PageInfo!
  }
  interface ReturnLineItemType {
    id: ID!
  }
  type ReturnLineItem implements Node & ReturnLineItemType {
    id: ID!
    quantity: Int!
    returnReasonNote: String!
    customerNote: String
    fulfillmentLineItem: FulfillmentLineItem!
  }
  type Refund implements Node {
    id: ID!
    return: Return
    refundLineItems(first: Int, after: String): RefundLineItemConnection!
  }
  type RefundLineItemConnection {
    nodes: [RefundLineItem!]!
    pageInfo: PageInfo!
  }
  type RefundLineItem {
    quantity: Int!
    restockType: RefundLineItemRestockType!
    lineItem: LineItem!
  }
  enum RefundLineItemRestockType {
    RETURN
    NO_RESTOCK
    CANCEL
  }
  type WebhookSubscriptionConnection {
    nodes: [WebhookSubscription!]!
  }
  type WebhookSubscription implements Node {
    id: ID!
    topic: WebhookSubscriptionTopic!
  }
  enum WebhookSubscriptionTopic {
    INVENTORY_LEVELS_UPDATE
    ORDERS_PAID
    ORDERS_CANCELLED
    FULFILLMENTS_CREATE
    FULFILLMENTS_UPDATE
    RETURNS_CLOSE
    REFUNDS_CREATE
    FULFILLMENT_ORDERS_ORDER_ROUTING_COMPLETE
  }

  type Mutation {
    inventorySetQuantities(input: InventorySetQuantitiesInput!): InventorySetQuantitiesPayload
    inventoryActivate(inventoryItemId: ID!, locationId: ID!, available: Int): InventoryActivatePayload
    orderCreate(order: OrderCreateOrderInput!, options: OrderCreateOptionsInput): OrderCreatePayload
    orderCancel(
      orderId: ID!
      reason: OrderCancelReason!
      restock: Boolean!
      refundMethod: OrderCancelRefundMethodInput
      notifyCustomer: Boolean
      staffNote: String
    ): OrderCancelPayload
    fulfillmentOrderMove(id: ID!, newLocationId: ID!): FulfillmentOrderMovePayload
    fulfillmentCreate(fulfillment: FulfillmentInput!): FulfillmentCreatePayload
    returnCreate(returnInput: ReturnInput!): ReturnCreatePayload
    metafieldDefinitionCreate(definition: MetafieldDefinitionInput!): MetafieldDefinitionCreatePayload
    webhookSubscriptionCreate(
      topic: WebhookSubscriptionTopic!
      webhookSubscription: WebhookSubscriptionInput!
    ): WebhookSubscriptionCreatePayload
  }
  type UserError {
    field: [String!]
    message: String!
  }
  type CodedUserError {
    code: String
    field: [String!]
    message: String!
  }
  input InventorySetQuantitiesInput {
    name: String!
    reason: String!
    quantities: [InventoryQuantityInput!]!
  }
  input InventoryQuantityInput {
    inventoryItemId: ID!
    locationId: ID!
    quantity: Int!
    changeFromQuantity: Int
  }
  type InventorySetQuantitiesPayload {
    userErrors: [CodedUserError!]!
  }
  type InventoryActivatePayload {
    userErrors: [UserError!]!
  }
  input MoneyInput {
    amount: Decimal!
    currencyCode: CurrencyCode!
  }
  input MoneyBagInput {
    shopMoney: MoneyInput!
  }
  input MetafieldInput {
    namespace: String
    key: String
    type: String
    value: String
  }
  input MailingAddressInput {
    firstName: String
    lastName: String
    company: String
    address1: String
    address2: String
    zip: String
    city: String
    province: String
    countryCode: CountryCode
    phone: String
  }
  input OrderCreateCustomAttributeInput {
    key: String!
    value: String!
  }
  input OrderCreateShippingLineInput {
    title: String!
    code: String
    priceSet: MoneyBagInput!
  }
  input OrderCreateLineItemPropertyInput {
    name: String!
    value: String!
  }
  input OrderCreateLineItemInput {
    variantId: ID
    quantity: Int!
    priceSet: MoneyBagInput
    requiresShipping: Boolean
    properties: [OrderCreateLineItemPropertyInput!]
  }
  enum OrderCreateFinancialStatus {
    PAID
    PENDING
  }
  input OrderCreateOrderInput {
    currency: CurrencyCode
    financialStatus: OrderCreateFinancialStatus
    taxesIncluded: Boolean
    tags: [String!]
    metafields: [MetafieldInput!]
    customAttributes: [OrderCreateCustomAttributeInput!]
    sourceIdentifier: String
    note: String
    email: String
    shippingAddress: MailingAddressInput
    shippingLines: [OrderCreateShippingLineInput!]
    lineItems: [OrderCreateLineItemInput!]
  }
  enum OrderCreateInputsInventoryBehavior {
    BYPASS
    DECREMENT_IGNORING_POLICY
    DECREMENT_OBEYING_POLICY
  }
  input OrderCreateOptionsInput {
    inventoryBehaviour: OrderCreateInputsInventoryBehavior
    sendReceipt: Boolean
    sendFulfillmentReceipt: Boolean
  }
  type OrderCreatePayload {
    order: Order
    userErrors: [CodedUserError!]!
  }
  input OrderCancelRefundMethodInput @oneOf {
    originalPaymentMethodsRefund: Boolean
  }
  type OrderCancelPayload {
    orderCancelUserErrors: [CodedUserError!]!
  }
  type FulfillmentOrderMovePayload {
    userErrors: [CodedUserError!]!
  }
  input FulfillmentOrderLineItemInput {
    id: ID!
    quantity: Int!
  }
  input FulfillmentOrderLineItemsInput {
    fulfillmentOrderId: ID!
    fulfillmentOrderLineItems: [FulfillmentOrderLineItemInput!]
  }
  input FulfillmentTrackingInput {
    company: String
    number: String
    url: URL
  }
  input FulfillmentInput {
    lineItemsByFulfillmentOrder: [FulfillmentOrderLineItemsInput!]!
    notifyCustomer: Boolean
    trackingInfo: FulfillmentTrackingInput
  }
  type FulfillmentCreatePayload {
    userErrors: [UserError!]!
  }
  enum ReturnReason {
    OTHER
  }
  input ReturnLineItemInput {
    fulfillmentLineItemId: ID!
    quantity: Int!
    returnReason: ReturnReason
    returnReasonNote: String
  }
  input ReturnInput {
    orderId: ID!
    returnLineItems: [ReturnLineItemInput!]!
  }
  type ReturnCreatePayload {
    return: Return
    userErrors: [CodedUserError!]!
  }
  enum MetafieldOwnerType {
    ORDER
  }
  input MetafieldDefinitionInput {
    namespace: String
    key: String!
    name: String!
    ownerType: MetafieldOwnerType!
    type: String!
  }
  type MetafieldDefinitionCreatePayload {
    userErrors: [CodedUserError!]!
  }
  enum WebhookSubscriptionFormat {
    JSON
  }
  input WebhookSubscriptionInput {
    uri: String
    format: WebhookSubscriptionFormat
  }
  type WebhookSubscriptionCreatePayload {
    userErrors: [UserError!]!
  }

  schema {
    query: QueryRoot
    mutation: Mutation
  }
`);
