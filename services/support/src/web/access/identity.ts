import type { TokenOwner } from '@hub/desk/tokens';
import type { Request } from 'express';
import { viewerOf } from './session';

/** The signed-in person: a token ends with their account, or with the issuer that vouches for them. */
export function identityOf(request: Request): TokenOwner {
  const { signIn } = request.session;
  const person = viewerOf(request).name;
  if (!signIn?.issued) return { vouchedBy: 'accounts', person };
  const { issuer, subject } = signIn.issued;
  return { vouchedBy: 'issuer', person, issuer, subject, signedInAt: new Date(signIn.at) };
}
