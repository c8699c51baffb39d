import { readConfig } from '@hub/runtime';
import { z } from 'zod';

export interface Credentials {
  bearerToken: string;
  signingSecret: string;
}

/**
 * Reads the store's credentials from the environment variables named on the command line.
 * Throws ConfigError naming each missing one.
 */
export function readCredentials(
  names: { bearerEnv: string; secretEnv: string },
  env: Readonly<Record<string, string | undefined>> = process.env,
): Credentials {
  const schema = z.object({
    [names.bearerEnv]: z.string().describe('bearer token the service calls this store with'),
    [names.secretEnv]: z.string().describe('signing secret shared with the service'),
  });
  const read = readConfig(schema, env);
  return { bearerToken: read[names.bearerEnv] ?? '', signingSecret: read[names.secretEnv] ?? '' };
}
