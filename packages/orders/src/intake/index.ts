export { findChangedOrders, type ChangedOrder, type ReplayedOrder } from './changed-orders';
export { decideIntake, networkVariants, type HeldReason, type IntakeDecision } from './decide-intake';
export type { SellingShop } from './intake-facts';
export { contentSha256, contentSha256Of } from './order-content';
export { readIntakeFacts, readSellingShops } from './read-intake-facts';
export { findUnissued, lookAtLater, takeUnknownSkipped, type SkippedOrder } from './skipped-orders';
