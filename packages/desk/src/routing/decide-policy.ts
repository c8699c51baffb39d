import { z } from 'zod';

const NAME = 'small letters, digits and hyphens, at most 40';
/** Part of the version that each decision stores. */
export const PolicyName = z.string(NAME).regex(/^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$/, NAME);

/**
 * A policy is adopted and withdrawn this long before its start, so that each machine knows of it when its own clock
 * reaches that moment: two seconds for the transaction, and three for the difference between clocks. Between the first
 * clock and the last, machines decide by different policies; none by a policy that others do not know.
 */
const AHEAD_MS = 5_000;

export type AdoptionRefusal = 'too_soon' | 'name_taken' | 'moment_taken';

/**
 * Whether a policy may be adopted: with a future start, under a new name.
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

/** Whether an adopted policy may be withdrawn: before its start. One that has been in force stays unchanged. */
export function decideWithdrawal(
  policy: { validFrom: Date; withdrawnAt: Date | null },
  now: number,
): WithdrawalRefusal | null {
  if (policy.withdrawnAt !== null) return 'withdrawn';
  return policy.validFrom.getTime() < now + AHEAD_MS ? 'holds_already' : null;
}
