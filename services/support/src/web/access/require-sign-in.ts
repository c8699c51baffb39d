import { parseUrl } from '@hub/contract';
import type { Request, RequestHandler } from 'express';
import { PageError } from '../layout/page-error';
import { ownPath } from './own-path';
import { addNotice, viewerOf } from './session';
import { may } from './viewer';

/** Admits only signed-in people; others sign in and come back. */
export const requireSignIn: RequestHandler = (request, response, next) => {
  if (request.session.viewer) return next();
  const script = request.get('HX-Request') === 'true';
  if (!['GET', 'HEAD'].includes(request.method))
    addNotice(request, { kind: 'refused', text: 'You are not signed in: nothing was done.' });
  const address = `/sign-in?${new URLSearchParams({ next: pageOf(request) })}`;
  // A script would put the sign-in page into a component of the page: the whole page is redirected.
  if (script) response.status(401).set('HX-Redirect', address).end();
  else response.redirect(303, address);
};

/** The page that the browser is on. */
function pageOf(request: Request): string {
  if (request.get('HX-Request') !== 'true')
    return request.method === 'GET' ? ownPath(request.originalUrl) : '/';
  const page = parseUrl(request.get('HX-Current-URL') ?? '');
  return page ? ownPath(page.pathname + page.search) : '/';
}

/** Viewers only read and change nothing, whatever a route itself requires: this covers routes added later. */
export const viewersOnlyLook: RequestHandler = (request, _response, next) => {
  if (['GET', 'HEAD'].includes(request.method) || may(viewerOf(request), 'agent')) return next();
  next(new PageError(403, 'You may look, but not do this.'));
};
