import { basename } from 'node:path';
import { criteriaWithBand, ReadCriteria, writeCriteria, type WrittenCriterion } from '@hub/orders/routing';
import { parse } from 'yaml';
import { z } from 'zod';
import { CommandFailure } from '../failure';
import { readText } from '../files';

const VERSION = 'a text of at most 100 characters, such as "2027-01"';

/** A file with `bandkm` that silently counts as the default policy would mislead: unknown fields are faults. */
const PolicyFile = z
  .strictObject(
    {
      version: z.string(VERSION).min(1, VERSION).max(100, VERSION).optional(),
      criteria: ReadCriteria.optional(),
      band_km: z.number('a number of kilometres').positive('a number above 0').optional(),
    },
    'a policy has the fields version and criteria',
  )
  .refine(({ criteria, band_km }) => (criteria === undefined) !== (band_km === undefined), {
    message: 'name either criteria or band_km',
    path: ['criteria'],
  });

/** A policy as the desk takes it. */
export type PolicyOfFile = { version: string } & ({ criteria: WrittenCriterion[] } | { bandKm: number });

/**
 * Reads a routing policy from YAML or JSON: its `version` and its `criteria`, or `band_km`: the built-in ones with other
 * bands. Throws `CommandFailure` that names each faulty field.
 */
export function readPolicy(file: string): PolicyOfFile {
  const read = PolicyFile.safeParse(parsed(readText(file), file));
  if (!read.success)
    throw new CommandFailure(
      read.error.issues.flatMap(faultsOf).map((fault) => `${basename(file)}: ${fault}`),
    );
  const { version = basename(file), band_km: bandKm, criteria } = read.data;
  return bandKm === undefined ? { version, criteria: writeCriteria(criteria ?? []) } : { version, bandKm };
}

/** The criteria of a file, also where it names bands alone. */
export function readCriteria(file: string): WrittenCriterion[] {
  const policy = readPolicy(file);
  return 'criteria' in policy ? policy.criteria : writeCriteria(criteriaWithBand(policy.bandKm));
}

function faultsOf(issue: z.core.$ZodIssue): string[] {
  const { path, message } = issue;
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => `${pathText([...path, key])}: there is no such field`);
  return [path.length === 0 ? message : `${pathText(path)}: ${message}`];
}

/** Such as `criteria[1].distance_band`. */
function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, part) =>
      typeof part === 'number' ? `${text}[${part}]` : `${text}${text === '' ? '' : '.'}${String(part)}`,
    '',
  );
}

function parsed(text: string, file: string): unknown {
  try {
    return parse(text);
  } catch {
    throw new CommandFailure([`${basename(file)} is neither YAML nor JSON`]);
  }
}
