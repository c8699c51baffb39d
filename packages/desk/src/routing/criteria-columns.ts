import { Prisma } from '@hub/database';
import {
  areBuiltIn,
  bandKmOf,
  criteriaWithBand,
  ReadCriteria,
  WHOLE_EARTH_KM,
  writeCriteria,
  type Criteria,
} from '@hub/orders/routing';

/** Criteria as stored: the release before reads the band alone (`policyOf`). */
export function criteriaColumns(criteria: Criteria): {
  bandKm: number;
  criteria: Prisma.InputJsonArray | typeof Prisma.DbNull;
} {
  return {
    bandKm: bandKmOf(criteria) ?? WHOLE_EARTH_KM,
    criteria: areBuiltIn(criteria) ? Prisma.DbNull : writeCriteria(criteria),
  };
}

/** The stored criteria; without any they are the built-in ones with that band. */
export function criteriaOf({ bandKm, criteria }: { bandKm: number; criteria: unknown }): Criteria {
  return criteria === null ? criteriaWithBand(bandKm) : ReadCriteria.parse(criteria);
}
