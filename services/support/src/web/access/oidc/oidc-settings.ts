/** Who vouches for people, by OpenID Connect. */
export interface OidcSettings {
  /** Its address, as it names itself. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The claim that holds somebody's role, or several: viewer, agent, lead. */
  roleClaim: string;
  /** Where it sends people back to. */
  returnUrl: string;
}
