export { aShippingOrder, callingService, type CallingService, type StoreAnswer } from './calling-service';
export { type FakeService, type Mishap, startFakeService, type TakenEvent } from './fake-service';
export { STORAGE_RULES, type StorageRule } from './storage-rules';
