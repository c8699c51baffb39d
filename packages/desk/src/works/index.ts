export { findOrderOfWork } from './find-order-of-work';
export { resumeWork } from './resume-work';
export type { OrderOfMessage } from './work';
export { WORKS } from './works';
