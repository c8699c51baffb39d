/** The OpenID Connect issuer that vouches for people. */
export interface OidcSettings {
  /** Its address, as it names itself. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The claim that holds a person's role, or several: viewer, agent, lead. */
  roleClaim: string;
  /** Where it sends people back to. */
  returnUrl: string;
}
