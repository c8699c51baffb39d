import { z } from 'zod';

/** Bands of whole kilometres: distances are kept to 100 m. Beyond the largest all shops of the earth are one band. */
const KM = 'whole kilometres, from 1 to 20037';
export const BandKm = z.int(KM).min(1, KM).max(20_037, KM);
/** Stands in the version that each decision keeps. */
export const PolicyName = z
  .string()
  .regex(/^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$/, 'small letters, digits and hyphens, at most 40');

/**
 * A policy is adopted and withdrawn so long before its moment that each machine knows of it when its own clock comes to
 * that moment: two seconds for the transaction, and three by which the clocks may differ. Between the first clock and the
 * last, machines decide by different policies; none does so by a policy that others never heard of.
 */
const AHEAD_MS = 5_000;

export type AdoptionRefusal = 'too_soon' | 'name_taken' | 'moment_taken';

/**
 * Whether a policy may be adopted: from a moment to come, under a name of its own. Pure.
 * @param existing all that were ever adopted
 */
export function decideAdoption(
  asked: { name: string; validFrom: Date },
  existing: readonly { name: string; validFrom: Date; withdrawnAt: Date | null }[],
  now: number,
): AdoptionRefusal | null {
  if (asked.validFrom.getTime() < now + AHEAD_MS) return 'too_soon';
  if (existing.some(({ name }) => name === asked.name)) return 'name_taken';
  const sameMoment = existing.some(
    ({ validFrom, withdrawnAt }) => withdrawnAt === null && validFrom.getTime() === asked.validFrom.getTime(),
  );
  return sameMoment ? 'moment_taken' : null;
}

export type WithdrawalRefusal = 'withdrawn' | 'holds_already';

/** Whether an adopted policy may be withdrawn: before it holds. One that has held stays as it was. Pure. */
export function decideWithdrawal(
  policy: { validFrom: Date; withdrawnAt: Date | null },
  now: number,
): WithdrawalRefusal | null {
  if (policy.withdrawnAt !== null) return 'withdrawn';
  return policy.validFrom.getTime() < now + AHEAD_MS ? 'holds_already' : null;
}
