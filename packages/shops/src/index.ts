export { Country } from './sheet/country';
export { parseSheet } from './sheet/parse-sheet';
export { sheetFields, type SheetField } from './sheet/sheet-field-list';
export type { Capabilities, Capability, Sheet } from './sheet-fields';
export { bufferText } from './sheet/shipping-terms';
export { setDoorToken, takeDoorTokenBack } from './sheet/set-door-token';
export { planSheet, type SheetPlan } from './sheet/plan-sheet';
export { applySheet, type AppliedSheet } from './sheet/apply-sheet';
export { affectedByEnded, endArticleLinks } from './links/end-article-links';
export { planRemoval, removeShop, type Removal } from './removal/remove-shop';
export type { SheetChange } from './sheet/sheet-changes';
export { databaseTime } from './directory/heartbeat';
export { waitUntilInForce } from './sheet/in-force';
export { keepVersion, shopVersions, type ShopVersion } from './sheet/shop-versions';
export { createShopDirectory, type ShopDirectory } from './directory/create-shop-directory';
export { findShop } from './directory/find-shop';
export type { Shop } from './directory/shop';
export type { ShopSender } from './directory/shop-sender';
export { forgetSilentCircuits } from './calls/circuit-records';
export { createShopCalls, type ShopCalls } from './calls/create-shop-calls';
export { createTokenTester, TokenTest, tokenTestText, type TestToken } from './calls/test-bearer-token';
export type { ShopCallOutcome } from './calls/shop-call-outcome';
export { requestRunsAfterRehearsals } from './catalogue/after-rehearsals';
export { acceptWaitingCatalogueRun, requestCatalogueRun } from './catalogue/catalogue-runs';
export { createHoldProber, type HoldProber } from './calls/hold-prober';
export { resumeCalls } from './holds/hold-records';
export { PAUSE_FAULTS } from './pause/decide-pause';
export { PauseReason, PauseUntil } from './pause/pause-input';
export { beginPause, endDuePauses, endPause, type PauseBegun, type PauseEnded } from './pause/pause-records';
export { rotateKeys, shopsByKey, type Rotated } from './keys/rotate-keys';
export { confirmedRehearsal, isSameStore, type ConfirmedRehearsal } from './go-live/capability-record';
export { missingForSignOff, signOffOf, type ShopToGoLive } from './go-live/decide-go-live';
export {
  rehearsedStoreOf,
  type Confirmation,
  type GoLiveFacts,
  type ImportedCertificate,
  type LinkDelivery,
  type RehearsedStore,
  type SignOff,
} from './go-live/go-live-facts';
export { addEntry, environmentOf, readGoLiveFacts } from './go-live/go-live-records';
export { describeGoLive, type CapabilityGoLive, type GoLiveState } from './go-live/go-live-state';
/** For those who show the call log. */
export { maskCall, maskShippingOrder } from '@hub/contract';
