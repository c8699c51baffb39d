import type { Desk } from '../../desk';
import type { Issuer } from './issuer';
import type { OidcSettings } from './oidc-settings';

/** What signing in by an issuer works with. */
export interface OidcSignIn {
  desk: Desk;
  settings: OidcSettings;
  issuer: Issuer;
}
