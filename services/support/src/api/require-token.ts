import { findDeskToken, type FoundToken } from '@hub/desk/tokens';
import { lesserRole } from '@hub/desk/engine';
import type { RequestHandler, Response } from 'express';
import type { AccessOptions } from '../web/access/access-settings';
import { requireBearer } from '../web/access/require-bearer';
import type { Role, Viewer } from '../web/access/viewer';
import type { Desk } from '../web/desk';

/** The holder of the token. */
interface Holder {
  token: FoundToken;
  viewer: Viewer;
}

const holders = new WeakMap<Response, Holder>();

/** Throws if no token was sent: only routes behind `requireToken` may call it. */
export function holderOf(response: Response): Holder {
  const holder = holders.get(response);
  if (!holder) throw new Error('no token was sent');
  return holder;
}

/** Admits only a request with a valid token whose person may still use the desk. */
export function requireToken({ db, clock }: Desk, access: AccessOptions): RequestHandler {
  return requireBearer({
    find: async (given) => {
      const token = await findDeskToken(db, { token: given, now: clock.now() });
      const role = token && roleNow(token, access);
      return token && role !== null ? { token, viewer: { name: token.owner.person, role } } : null;
    },
    keep: (holder, _request, response) => holders.set(response, holder),
    refusal: 'The token is missing, wrong, revoked or too old, or its person may in no more.',
  });
}

/**
 * The person's current rights: removing an account ends its tokens, reducing its role reduces theirs; tokens that an
 * issuer vouched for end when the desk trusts another one. @returns null if the person has no rights
 */
function roleNow(
  { owner, role }: FoundToken,
  { accounts, oidc }: Pick<AccessOptions, 'accounts' | 'oidc'>,
): Role | null {
  if (owner.vouchedBy === 'machine') return role;
  if (owner.vouchedBy === 'issuer') return oidc?.issuer === owner.issuer ? role : null;
  const account = accounts.find(({ name }) => name === owner.person);
  return account ? lesserRole(role, account.role) : null;
}
