import { randomBytes } from 'node:crypto';
import { hash } from '@node-rs/argon2';

/** An account for the support desk while this demonstration runs. */
export interface DeskAccount {
  name: 'viewer' | 'agent' | 'lead';
  password: string;
  /** As text. */
  may: string;
}

const MAY: Record<DeskAccount['name'], string> = {
  viewer: 'looks, without personal data',
  agent: 'acts',
  lead: 'also overrules',
};

/**
 * An account for each role, with passwords of this run only, and the variable that passes them to the desk. None if the
 * environment says who may sign in.
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
