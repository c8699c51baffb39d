export { Chance } from './chance';
export { Pooler, type PoolerOptions } from './pooler';
export { startProxy, type ProxiedAddress } from './proxy';
export { repositoryRoot, testChromium, testConfig } from './config';
export {
  type BareDatabase,
  createBareDatabase,
  createTestDatabase,
  openSession,
  type TestDatabase,
} from './test-database';
export {
  holdE2eBroker,
  purgeBroker,
  putIntoQueue,
  takeUnacknowledged,
  testAmqpUrl,
  type HeldBroker,
} from './test-broker';
export { makeCertificates, type Certificates } from './certificates';
export { eventually } from './eventually';
export { patience } from './patience';
export { temporaryFolder } from './temporary-folder';
export { planFaults } from './plan-faults';
export { PrivateBroker } from './private-broker';
export { Wire } from './wire';
export {
  anEnvelope,
  anInventoryUpdate,
  aPackage,
  aReturn,
  type EventEnvelope,
  type InventoryUpdateData,
  type PackageData,
  type ReturnData,
} from './events';
export {
  anAddress,
  anOrder,
  anOrderLine,
  type AddressData,
  type OrderData,
  type OrderLineData,
} from './an-order';
export { aConfirmation, aRehearsal } from './a-rehearsal';
export { aSentEvent, type SentEventOverrides } from './a-sent-event';
export { aSheet } from './a-sheet';
export {
  ALL_OFF,
  aShop,
  openedBody,
  TEST_ENCRYPTION_KEY,
  testCipher,
  type ShopOverrides,
  type StoredShop,
} from './a-shop';
export { aHold } from './a-hold';
export { aLinkProposal, type LinkProposalOverrides } from './a-link-proposal';
export { aGtin, aVariant, type StoredVariant, type VariantOverrides } from './a-variant';
export { aShippingOrder, type StoredShippingOrder } from './a-shipping-order';
export { atStatement } from './at-statement';
export { aWaitingLine, type WaitingLineOptions } from './a-waiting-line';
export { waitForLocks } from './wait-for-locks';
