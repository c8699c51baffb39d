import { basename } from 'node:path';
import type { RoutingPolicy } from '@hub/orders';
import { parse } from 'yaml';
import { z } from 'zod';
import { CommandFailure } from '../failure';
import { readText } from '../files';

/** A file with `bandkm` that silently counts as the default policy would mislead: unknown fields are faults. */
const PolicyFile = z.strictObject({
  version: z.string().min(1).optional(),
  band_km: z.number().positive().finite(),
});

/** Reads a routing policy from YAML or JSON: `band_km`, and its `version` name. Throws `CommandFailure`. */
export function readPolicy(file: string): RoutingPolicy {
  const read = PolicyFile.safeParse(parsed(readText(file), file));
  if (!read.success)
    throw new CommandFailure(
      read.error.issues.map((issue) => `${basename(file)}: ${[...issue.path, issue.message].join(': ')}`),
    );
  const { version = basename(file), band_km: bandKm } = read.data;
  return { version, bandKm };
}

function parsed(text: string, file: string): unknown {
  try {
    return parse(text);
  } catch {
    throw new CommandFailure([`${basename(file)} is neither YAML nor JSON`]);
  }
}
