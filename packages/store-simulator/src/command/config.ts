import { readConfig } from '@hub/runtime';
import { z } from 'zod';

export interface Credentials {
  bearerToken: string;
  signingSecret: string;
  /** Secrets that verify besides the first. */
  olderSecrets: string[];
}

interface CredentialNames {
  bearerEnv: string;
  secretEnv: string;
  olderSecretEnv?: string | undefined;
}

/**
 * Reads the store's credentials from the environment variables named on the command line.
 * Throws ConfigError naming each missing one.
 */
export function readCredentials(
  { bearerEnv, secretEnv, olderSecretEnv }: CredentialNames,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Credentials {
  const olderEnvs = olderSecretEnv === undefined ? [] : [olderSecretEnv];
  const schema = z.object({
    [bearerEnv]: z.string().describe('bearer token the service calls this store with'),
    [secretEnv]: z.string().describe('signing secret shared with the service'),
    ...Object.fromEntries(olderEnvs.map((name) => [name, z.string().describe('older signing secret')])),
  });
  const read = readConfig(schema, env);
  return {
    bearerToken: read[bearerEnv] ?? '',
    signingSecret: read[secretEnv] ?? '',
    olderSecrets: olderEnvs.map((name) => read[name] ?? ''),
  };
}
