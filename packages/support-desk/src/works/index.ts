export { findOrderOfWork } from './find-order-of-work';
export { RESENDABLE, WORKS, type WorkKind } from './works';
export type { OrderOfMessage } from './work';
