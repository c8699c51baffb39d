import { criteriaWithBand, ReadCriteria, type RoutingPolicy } from '@hub/orders';
import { z } from 'zod';
import { Text } from '../fields';

/** A policy as it is sent: its criteria in their order, or `bandKm`: the built-in ones with other bands. */
export const PolicyInput = z
  .strictObject({
    version: Text,
    bandKm: z.number().positive().optional(),
    criteria: ReadCriteria.optional(),
  })
  .transform(({ version, bandKm, criteria }, context): RoutingPolicy => {
    if (criteria !== undefined && bandKm === undefined) return { version, criteria };
    if (criteria === undefined && bandKm !== undefined)
      return { version, criteria: criteriaWithBand(bandKm) };
    context.addIssue({ code: 'custom', message: 'name either criteria or bandKm', path: ['criteria'] });
    return z.NEVER;
  });
