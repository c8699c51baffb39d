import type { Desk } from '../../desk';
import type { Issuer } from './issuer';
import type { OidcSettings } from './oidc-settings';

/** The dependencies of sign-in by an issuer. */
export interface OidcSignIn {
  desk: Desk;
  settings: OidcSettings;
  issuer: Issuer;
}
