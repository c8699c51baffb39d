import { followIssuer } from '@hub/desk/tokens';
import type { Request, RequestHandler } from 'express';
import { PageError } from '../../layout/page-error';
import { stateOf } from '../browser-state';
import { isToConfirm, UNCONFIRMED_MS } from '../decide-session';
import { newSession } from '../keep-session';
import { recordRefusal } from '../record-access';
import { isRefresh, addNotice } from '../session';
import type { Claims } from './issuer';
import type { OidcSignIn } from './oidc-way';
import { viewerOfClaims } from './viewer-of-claims';

const GONE = 'The place where you sign in no longer vouches for you: sign in again.';
const UNREACHED = 'The place where you sign in could not be asked for 15 minutes: sign in again.';

/**
 * Asks the issuer every few minutes whether it still vouches for a person, and in which role: an opened page redirects there
 * and back without a question (`prompt=none`). While the issuer is down a session continues for 15 minutes.
 */
export function confirmPerson({ desk, issuer }: OidcSignIn): RequestHandler {
  return async (request, response, next) => {
    const { signIn } = request.session;
    const now = desk.clock.now();
    if (!signIn?.issued || !isToConfirm(signIn, now)) return next();
    const isOver = now - signIn.issued.confirmedAt >= UNCONFIRMED_MS;
    if (isLedOn(request) && (await issuer.isThere())) {
      request.session.signIn = { ...signIn, issued: { ...signIn.issued, askedAt: now } };
      const { address, pending } = await issuer.begin({ silently: true });
      stateOf(request).oidc = { ...pending, next: request.originalUrl, silently: true };
      return response.redirect(303, address.href);
    }
    if (!isOver) return next();
    await newSession(request);
    addNotice(request, { kind: 'refused', text: UNREACHED });
    next();
  };
}

/** Applies the issuer's answer about a signed-in person: the session continues as whom it says now, or ends. */
export async function takeConfirmation(
  request: Request,
  { desk, settings }: OidcSignIn,
  claims: Claims | null,
): Promise<void> {
  const { signIn, viewer: before } = request.session;
  if (!signIn?.issued) throw new PageError(400, 'No sign-in is under way here. Start it again.');
  const viewer = claims && viewerOfClaims(claims, settings.roleClaim);
  const now = desk.clock.now();
  if (claims?.sub === signIn.issued.subject) {
    const { issuer, subject } = signIn.issued;
    await followIssuer(desk.db, { issuer, subject, role: viewer?.role ?? null, signedInAt: signIn.at, now });
  }
  if (viewer && claims.sub === signIn.issued.subject) {
    request.session.viewer = viewer;
    request.session.signIn = { ...signIn, issued: { ...signIn.issued, confirmedAt: now } };
    return;
  }
  await recordRefusal(desk.db, { name: before?.name, detail: { by: 'oidc', why: 'not confirmed' } });
  await newSession(request);
  addNotice(request, { kind: 'refused', text: GONE });
}

/** Only a page that a person opens can be redirected to the issuer and back. */
function isLedOn(request: Request): boolean {
  return request.method === 'GET' && !isRefresh(request) && request.accepts(['html']) === 'html';
}
