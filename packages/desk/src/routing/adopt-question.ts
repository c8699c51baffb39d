import {
  areBuiltIn,
  bandKmOf,
  criteriaText,
  WHOLE_EARTH_KM,
  type Criteria,
  type RoutingPolicy,
} from '@hub/orders/routing';
import type { Question } from '../engine/question';
import { criterionLabel } from './criterion-labels';

/** Such as `bands of 80 km`, of the built-in criteria; else the criteria, as they are written. */
export function criteriaName(criteria: Criteria): string {
  return areBuiltIn(criteria) ? `bands of ${bandKmOf(criteria)} km` : criteriaText(criteria);
}

/** What happens when another policy is adopted, and what is asked of it. */
export function adoptQuestion({ version, criteria }: RoutingPolicy): Question {
  const ranking = [...criteria.map(criterionLabel), 'the older shop'].join('; ');
  return {
    title: 'Adopt another policy',
    happens: [
      'From the moment you name on, every order is routed by the new policy, on all machines.',
      `Now ${version} holds: ${criteriaName(criteria)}. By it the best shop is, in this order: ${ranking}.`,
      'Orders that a shop has already stay there.',
      'Until five seconds before that moment it can be withdrawn; afterwards adopt another one.',
    ],
    submit: 'Adopt',
    asks: [
      {
        kind: 'text',
        name: 'name',
        label: 'Name: small letters, digits and hyphens; it stands in each decision',
        longest: 40,
        pattern: String.raw`[a-z0-9]([a-z0-9\-]*[a-z0-9])?`,
      },
      {
        kind: 'number',
        name: 'band_km',
        label: 'Band, in whole kilometres',
        least: 1,
        most: WHOLE_EARTH_KM,
        value: String(bandKmOf(criteria) ?? ''),
        optional: true,
      },
      {
        kind: 'text',
        name: 'criteria',
        label: 'Or other criteria, in their order',
        longest: 2_000,
        placeholder: 'same_country, distance_band: 50, free_stock',
        optional: true,
      },
      { kind: 'moment', name: 'valid_from', label: 'Holds from (UTC)', step: 1 },
    ],
  };
}
