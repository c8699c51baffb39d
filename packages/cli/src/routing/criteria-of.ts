import { basename } from 'node:path';
import { CommandFailure } from '../failure';

/** How a command names the criteria of a policy. */
export interface CriteriaOptions {
  policy?: string;
  bandKm?: string;
}

/** The criteria of the file, or the bands. Throws `CommandFailure` if the file is of another version. */
export async function criteriaOf(name: string, { policy: file, bandKm }: CriteriaOptions) {
  if (file === undefined) return bandKm === undefined ? {} : { band_km: Number(bandKm) };
  const { readPolicy } = await import('../routing/read-policy.js');
  const policy = readPolicy(file);
  if (policy.version !== name && policy.version !== basename(file))
    throw new CommandFailure([`${basename(file)}: version: is not the name of the policy`]);
  const bands = bandKm === undefined ? {} : { band_km: Number(bandKm) };
  return 'criteria' in policy
    ? { criteria: policy.criteria, ...bands }
    : { band_km: policy.bandKm, ...bands };
}
