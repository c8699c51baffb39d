import type { BlockList } from 'node:net';
import type { Pool } from 'pg';
import type { LocalAccount } from '../../accounts';
import type { OidcSettings } from './oidc/oidc-settings';

/** The address of the desk, and who may sign in. */
export interface AccessOptions {
  /** Where sessions are stored. */
  pool: Pool;
  encryptionKeys: readonly string[];
  trustedProxies: BlockList;
  /** Whether browsers reach the desk over https. */
  https: boolean;
  /** The address at which browsers reach the desk, without a path; undefined: any. */
  url?: string | undefined;
  /** Accounts with a password in the configuration. */
  accounts: readonly LocalAccount[];
  /** The issuer that vouches for everyone else. */
  oidc?: OidcSettings | undefined;
}
