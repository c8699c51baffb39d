export { aShippingOrder, callingService, type CallingService, type StoreAnswer } from './calling-service';
export { type FakeService, type Mishap, startFakeService, type TakenEvent } from './fake-service';
export type { StorageRule } from './storage-rule';
export { STORAGE_RULES } from './storage-rules';
