/** A person as the OpenID issuer knows them: its address, and the person's `sub` there. */
export interface IssuedIdentity {
  issuer: string;
  subject: string;
}

/**
 * Whose a token is. `accounts`: of an account of the configuration, by its name. `issuer`: of whom an OpenID issuer vouches
 * for. `machine`: of any user who can read the file that `hub up` made.
 */
export type TokenOwner =
  | { vouchedBy: 'accounts' | 'machine'; person: string }
  | ({ vouchedBy: 'issuer'; person: string; signedInAt: Date } & IssuedIdentity);
