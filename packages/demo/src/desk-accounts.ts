import { randomBytes } from 'node:crypto';
import { hash } from '@node-rs/argon2';

/** Somebody who may use the support desk while this demonstration runs. */
export interface DeskAccount {
  name: 'viewer' | 'agent' | 'lead';
  password: string;
  /** In words. */
  may: string;
}

const MAY: Record<DeskAccount['name'], string> = {
  viewer: 'looks, without personal data',
  agent: 'acts',
  lead: 'also overrules',
};

/**
 * An account of each role, with passwords of this run alone, and the variable that hands them to the desk. None where
 * the environment says who may sign in.
 */
export async function deskAccounts(
  environment: Readonly<NodeJS.ProcessEnv>,
): Promise<{ accounts: DeskAccount[]; env: NodeJS.ProcessEnv }> {
  if (environment['SUPPORT_ACCOUNTS'] || environment['OIDC_ISSUER']) return { accounts: [], env: {} };
  const names = ['viewer', 'agent', 'lead'] as const;
  const accounts = names.map((name) => ({
    name,
    password: randomBytes(9).toString('base64url'),
    may: MAY[name],
  }));
  const hashed = accounts.map(async ({ name, password }) => ({
    name,
    role: name,
    password_hash: await hash(password),
  }));
  return { accounts, env: { SUPPORT_ACCOUNTS: JSON.stringify(await Promise.all(hashed)) } };
}
