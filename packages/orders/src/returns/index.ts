export { registerUndoubtedReturns, returnSubject } from './register-undoubted-returns';
export {
  readShippingReturnFacts,
  type LockedShippingReturnFacts,
  type ReturnDoubt,
  type ShippedLineFacts,
  type ShippingReturnFacts,
} from './shipping-return-facts';
