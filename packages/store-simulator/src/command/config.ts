import { BEARER_TOKEN, SIGNING_SECRET } from '@hub/contract';
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
  const token = z.string().regex(BEARER_TOKEN.pattern).describe(`a bearer token: ${BEARER_TOKEN.expected}`);
  const secret = z
    .string()
    .regex(SIGNING_SECRET.pattern)
    .describe(`a signing secret: ${SIGNING_SECRET.expected}`);
  const schema = z.object({
    [bearerEnv]: token,
    [secretEnv]: secret,
    ...Object.fromEntries(olderEnvs.map((name) => [name, secret])),
  });
  const read = readConfig(schema, env);
  return {
    bearerToken: read[bearerEnv] ?? '',
    signingSecret: read[secretEnv] ?? '',
    olderSecrets: olderEnvs.map((name) => read[name] ?? ''),
  };
}
