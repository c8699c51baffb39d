export { followImage, type ImageHead } from './images/follow-image';
export { headOf, PublicImages, type PublicImagesOptions } from './images/public-images';
export type { StoreCallRecord } from './call-record';
export { createStoreClient, type CallContext, type StoreClient } from './create-store-client';
export type { CallOutcome } from './outcome';
export type { Store } from './send-call';
export * from './store-call';
