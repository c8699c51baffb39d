import { Prisma, rows, type Sql } from '@hub/database';
import { z } from 'zod';
import { criteriaWithBand, ReadCriteria } from './criteria';
import { ROUTING_POLICY } from './decide-routing';
import type { RoutingPolicy } from './routing-facts';

/** An adopted policy as a decision reads it; null: none is in force, the built-in one applies. */
export const PolicyFigures = z
  .object({ name: z.string(), bandKm: z.int(), criteria: ReadCriteria.nullable() })
  .nullable();
export type PolicyFigures = z.output<typeof PolicyFigures>;

const PolicyRow = z.object({ policy: PolicyFigures });

/**
 * The adopted policy in force at a moment, as JSON (`PolicyFigures`), within a larger reading statement. It is read in
 * the transaction that decides: all machines use the same one.
 * @param now milliseconds since the epoch
 */
export function policyAt(now: number): Prisma.Sql {
  return Prisma.sql`(
    SELECT json_build_object('name', name, 'bandKm', band_km, 'criteria', criteria) FROM routing_policy
    WHERE valid_from <= ${new Date(now)} AND withdrawn_at IS NULL
    ORDER BY valid_from DESC LIMIT 1)`;
}

/** The version of an adopted policy, as decisions store it. */
export function versionOf(name: string): string {
  return `${ROUTING_POLICY.version}/${name}`;
}

/** An adopted policy; each decision stores its name. Without criteria of its own it is the built-in one with other bands. */
export function policyOf(adopted: PolicyFigures): RoutingPolicy {
  if (adopted === null) return ROUTING_POLICY;
  const { name, bandKm, criteria } = adopted;
  return { version: versionOf(name), criteria: criteria ?? criteriaWithBand(bandKm) };
}

/** The policy in force at a moment. @param now milliseconds since the epoch */
export async function readPolicy(tx: Sql, now: number): Promise<RoutingPolicy> {
  const [row] = await rows(PolicyRow, tx.$queryRaw`SELECT ${policyAt(now)} AS policy`);
  return policyOf(row?.policy ?? null);
}
