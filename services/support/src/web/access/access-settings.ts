import type { Pool } from 'pg';
import type { LocalAccount } from './accounts';
import type { OidcSettings } from './oidc/oidc-settings';

/** How the desk is reached, and who may sign in. */
export interface AccessOptions {
  /** Where sessions are kept. */
  pool: Pool;
  encryptionKeys: readonly string[];
  /** Whether browsers reach the desk by https. */
  https: boolean;
  /** The address browsers reach the desk at, without a path; undefined: any. */
  url?: string | undefined;
  /** Who may sign in with a password of the configuration. */
  accounts: readonly LocalAccount[];
  /** Who vouches for people otherwise. */
  oidc?: OidcSettings | undefined;
}
