export { claimEach } from './claim-each';
export type { ClaimedRow, WriteTable } from './claim-rows';
export { decideWriteEnd, type WriteEnd } from './decide-write-end';
export { handleResume, rowWrite } from './row-write';
export type { ShopSlots } from './shop-queue';
export { startStoreWrites, type StoreWriting } from './start-store-writes';
export type { ClaimedWrite, EndedWrite, RecordedWrite, StoreWrite, WriteWork } from './store-write';
export { StoreWriter } from './store-writer';
export type { Slot, TakesClaims, WakesWrites } from './takes-claims';
