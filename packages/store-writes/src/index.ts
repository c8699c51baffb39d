export { claimEach } from './claim-each';
export { claimRows, findShopsWithDueRows, type ClaimedRow, type WriteTable } from './claim-rows';
export { decideWriteEnd, type WriteEnd } from './decide-write-end';
export { recordAgain, recordFailed, sortEnds, type EndedRow } from './record-rows';
export { resumeRow } from './resume-row';
export type { ShopSlots } from './shop-queue';
export { startStoreWrites, type StoreWriting } from './start-store-writes';
export type { ClaimedWrite, EndedWrite, RecordedWrite, StoreWrite, WriteWork } from './store-write';
export { StoreWriter, type Slot, type TakesClaims, type WakesWrites } from './store-writer';
