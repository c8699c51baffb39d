import { followIssuer } from '@hub/desk/tokens';
import type { Request, RequestHandler } from 'express';
import { PageError } from '../../layout/page-error';
import { sendPage } from '../../layout/send-page';
import { stateOf, type BrowserState } from '../browser-state';
import { beginSession } from '../keep-session';
import { ownPath } from '../own-path';
import { recordAccess, recordRefusal } from '../record-access';
import { SignInForm } from '../sign-in-form';
import type { Claims } from './issuer';
import type { OidcSettings } from './oidc-settings';
import { takeConfirmation } from './confirm-person';
import type { OidcSignIn } from './oidc-way';
import { nameOf, viewerOfClaims } from './viewer-of-claims';

/**
 * Why a sign-in with the issuer failed, as a code of the library: never its messages, since its errors hold tokens.
 * `away`: the issuer did not answer.
 */
function whyFailed(error: unknown): string {
  if (isAway(error)) return 'away';
  const { code, name } = asRecord(error);
  return [code, name].find((text) => typeof text === 'string') ?? 'unknown';
}

/** `fetch` says only that it failed; the library passes that on as it is, or as a cause. */
function isAway(error: unknown): boolean {
  const { message, code, cause } = asRecord(error);
  return message === 'fetch failed' || code === 'OAUTH_TIMEOUT' || (cause !== undefined && isAway(cause));
}

interface Described {
  message?: unknown;
  name?: unknown;
  code?: unknown;
  cause?: unknown;
}

const asRecord = (error: unknown): Described => (typeof error === 'object' && error !== null ? error : {});

/** Redirects a person to the issuer. */
export function goToIssuer({ desk, settings, issuer }: OidcSignIn): RequestHandler {
  return async (request, response) => {
    const { address, pending } = await issuer.begin().catch((error: unknown) => {
      desk.logger.warn('sign-in issuer unreachable', { reason: whyFailed(error) });
      throw new PageError(503, awayText(settings));
    });
    stateOf(request).oidc = { ...pending, next: ownPath(SignInForm.parse(request.body).next) };
    // Not a redirect: `form-action 'self'` lets a form lead to no other site, even through redirects.
    response.set('Refresh', `0; url=${address.href}`);
    sendPage(request, response, {
      title: 'Sign in',
      content: (
        <>
          <h1>Sign in</h1>
          <p>
            <a href={address.href}>{`Go on to ${hostOf(settings)}`}</a>
          </p>
        </>
      ),
    });
  };
}

/** Handles the return from the issuer. The state of a sign-in is valid once, whatever the result. */
export function returnFromIssuer(signIn: OidcSignIn): RequestHandler {
  const { desk, settings, issuer } = signIn;
  return async (request, response) => {
    const pending = takePending(request);
    if (!pending) throw new PageError(400, 'No sign-in is under way here. Start it again.');
    if (pending.silently) {
      const found = await issuer.finish(queryOf(request), pending).catch(notConfirmed(signIn));
      if (found !== 'away') await takeConfirmation(request, signIn, found);
      return response.redirect(303, ownPath(pending.next));
    }
    const claims = await issuer.finish(queryOf(request), pending).catch(refuse(signIn));
    const viewer = viewerOfClaims(claims, settings.roleClaim);
    const now = desk.clock.now();
    const person = { issuer: settings.issuer, subject: claims.sub };
    await followIssuer(desk.db, { ...person, role: viewer?.role ?? null, signedInAt: now, now });
    if (!viewer) {
      await recordRefusal(desk.db, {
        name: nameOf(claims),
        detail: { ...detailOf(settings, claims), why: 'no role' },
      });
      throw new PageError(403, noRoleText(settings, nameOf(claims)));
    }
    await recordAccess(desk.db, 'desk.sign_in', { viewer, detail: detailOf(settings, claims) });
    const issued = { ...person, confirmedAt: now, askedAt: now };
    await beginSession(request, { viewer, signIn: { by: 'oidc', at: now, activeAt: now, issued } });
    response.redirect(303, pending.next);
  };
}

/** The failures of a silent request: the issuer no longer knows the person (null), or went down meanwhile. */
function notConfirmed({ desk }: OidcSignIn): (error: unknown) => 'away' | null {
  return (error) => {
    const reason = whyFailed(error);
    desk.logger.info('person not confirmed by the issuer', { reason });
    return reason === 'away' ? 'away' : null;
  };
}

function takePending(request: Request): BrowserState['oidc'] {
  const state = stateOf(request);
  const { oidc } = state;
  delete state.oidc;
  return oidc;
}

/** Records the refusal without any text that was sent: errors of the library hold tokens. */
function refuse({ desk, settings }: OidcSignIn): (error: unknown) => Promise<never> {
  return async (error) => {
    const reason = whyFailed(error);
    desk.logger.warn('sign-in by OpenID Connect refused', { reason });
    if (reason === 'away') throw new PageError(503, awayText(settings));
    await recordRefusal(desk.db, { name: undefined, detail: { by: 'oidc', why: reason } });
    throw new PageError(
      403,
      `${hostOf(settings)} did not confirm who you are: you are not signed in. Start again.`,
    );
  };
}

const queryOf = (request: Request): URLSearchParams =>
  new URL(request.originalUrl, 'http://desk.invalid').searchParams;
const hostOf = ({ issuer }: OidcSettings): string => new URL(issuer).host;

const detailOf = ({ issuer }: OidcSettings, { sub }: Claims) => ({ by: 'oidc', issuer, subject: sub });

const awayText = (settings: OidcSettings): string =>
  `${hostOf(settings)}, where people sign in, cannot be reached at present. Try again in a minute.`;

const noRoleText = (settings: OidcSettings, name: string): string =>
  `${hostOf(settings)} knows you as ${name}, but gives you no role at this desk. ` +
  `Ask the administrator of accounts there for one: viewer, agent or lead, in the claim ${settings.roleClaim}.`;
