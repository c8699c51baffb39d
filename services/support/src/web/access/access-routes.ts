import { actingBy } from '@hub/desk/engine';
import { Router, urlencoded, type RequestHandler } from 'express';
import type { Desk } from '../desk';
import { searchByPost } from '../orders/find/find-routes';
import { findForPalette } from '../palette/palette-routes';
import type { AccessOptions } from './access-settings';
import { onlyOwnForms } from './csrf';
import { keepSession, newSession } from './keep-session';
import { showSignIn, signInLocally } from './local-sign-in';
import { onlyByHttps } from './only-by-https';
import { confirmPerson } from './oidc/confirm-person';
import { Issuer } from './oidc/issuer';
import { goToIssuer, returnFromIssuer } from './oidc/oidc-sign-in';
import { recordAccess } from './record-access';
import { requireSignIn, viewersOnlyLook } from './require-sign-in';
import { addNotice, viewerOf } from './session';
import { sessions } from './sessions';
import { signInLimits } from './sign-in-limits';

/** Sign-in; everything behind it requires it. */
export function accessRoutes(desk: Desk, options: AccessOptions): Router {
  const router = Router();
  const ownForms = onlyOwnForms(options.url);
  router.use(onlyByHttps(options), sessions(options, desk.logger));
  router.use(keepSession({ clock: desk.clock, accounts: options.accounts, issuer: options.oidc?.issuer }));

  router.use('/sign-in', urlencoded({ extended: false, limit: '8kb' }), ownForms);
  router.get('/sign-in', showSignIn(options));
  const limits = signInLimits();
  router.post('/sign-in', limits.byAddress, limits.byName, limits.slowDown, signInLocally(desk, options));
  if (options.oidc) {
    const signIn = { desk, settings: options.oidc, issuer: new Issuer(options.oidc) };
    router.post('/sign-in/oidc', limits.byAddress, goToIssuer(signIn));
    router.get('/sign-in/oidc/return', limits.byAddress, returnFromIssuer(signIn));
    router.use(confirmPerson(signIn));
  }

  // Only signed-in people may send large bodies: an edited message is as large as an event.
  router.use(requireSignIn, urlencoded({ extended: false, limit: '4mb', parameterLimit: 5_000 }), ownForms);
  router.use(actAsIssued);
  router.post('/sign-out', signOut(desk));
  router.post('/search', searchByPost(desk));
  router.post('/palette', findForPalette(desk));
  router.use(viewersOnlyLook);
  return router;
}

/** The audit names a person of an issuer by the issuer and the person's id there: a display name may be another's tomorrow. */
const actAsIssued: RequestHandler = (request, _response, next) => {
  const { issued } = request.session.signIn ?? {};
  if (!issued) return next();
  const { issuer, subject } = issued;
  actingBy({ issuer, subject }, next);
};

function signOut({ db }: Desk): RequestHandler {
  return async (request, response) => {
    await recordAccess(db, 'desk.sign_out', { viewer: viewerOf(request) });
    await newSession(request);
    addNotice(request, { kind: 'done', text: 'You are signed out.' });
    response.redirect(303, '/sign-in');
  };
}
