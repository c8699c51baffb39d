export { listAddress } from '@hub/support-desk';
