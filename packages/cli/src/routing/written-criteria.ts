import type { WrittenCriterion } from '@hub/orders/routing';

/** Such as `distance_band: 50, free_stock`. */
export function writtenCriteria(criteria: readonly WrittenCriterion[]): string {
  return criteria
    .map((one) => (typeof one === 'string' ? one : `distance_band: ${one.distance_band}`))
    .join(', ');
}
