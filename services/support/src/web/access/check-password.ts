import { verify } from '@node-rs/argon2';
import type { LocalAccount } from '../../accounts';

/** The hash of no account and of no known password: an unknown name is compared with it. */
const NO_ACCOUNT =
  '$argon2id$v=19$m=19456,t=2,p=1$/PEwu9VyzL+e6O0pi9fd8g$6IO7zj3hmuZBaXqQFFm5pksUeSkboUIu4rCBv/f2bmo';

/** The account that name and password belong to, or null; an unknown name takes as long as a wrong password. */
export async function findAccount(
  accounts: readonly LocalAccount[],
  { name, password }: { name: string; password: string },
): Promise<LocalAccount | null> {
  const account = accounts.find((one) => one.name === name);
  const right = await verify(account?.passwordHash ?? accounts[0]?.passwordHash ?? NO_ACCOUNT, password);
  return account && right ? account : null;
}
