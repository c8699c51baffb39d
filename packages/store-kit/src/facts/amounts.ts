import { LIMITS } from '@hub/contract';

const STEPS = 10 ** LIMITS.amountDecimals;

/** Translates amounts between a platform and the contract. */
export interface Amounts {
  /** D7: at most six decimals, which a platform's sums of floats may miss. */
  ofContract(amount: number): number;
  /** Whole, where the platform counts smallest units. */
  ofPlatform(amount: number): number;
}

/** @param perUnit how many of the platform's amounts are one of the currency: 100 where it counts cents */
export function amountsBy(perUnit: number): Amounts {
  return {
    ofContract: (amount) => Math.round((amount / perUnit) * STEPS) / STEPS,
    ofPlatform: (amount) => (perUnit === 1 ? amount : Math.round(amount * perUnit)),
  };
}
