import { bandKmOf, writeCriteria, type RoutingPolicy } from '@hub/orders/routing';

/** A policy for people and for `--json`. `band_km`: null if shops are not compared by bands. */
export function describePolicy({ version, criteria }: RoutingPolicy) {
  return { version, band_km: bandKmOf(criteria), criteria: writeCriteria(criteria) };
}
