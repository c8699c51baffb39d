import { LIMITS } from '@hub/contract';

/** Whether a decimal amount can be a JSON number that is read as the same amount again. */
export function fitsTheWire(amount: string): boolean {
  return amount.replace('.', '').length <= LIMITS.amountDigits;
}
