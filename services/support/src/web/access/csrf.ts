import { csrfSync } from 'csrf-sync';
import type { Request, RequestHandler } from 'express';
import { z } from 'zod';
import { PageError } from '../layout/page-error';
import { stateOf } from './browser-state';
import { unmaskToken } from './masked-token';

const Form = z.object({ _csrf: z.string().transform(unmaskToken) });
const { generateToken, isRequestValid } = csrfSync({
  size: 32,
  getTokenFromRequest: (request) => Form.safeParse(request.body).data?._csrf,
  getTokenFromState: (request) => stateOf(request).csrfToken,
  storeTokenInState: (request, token) => Object.assign(stateOf(request), { csrfToken: token }),
});
const READS = ['GET', 'HEAD'];

/** Creates the browser's form token, once. */
export function protectForms(request: Request): void {
  generateToken(request);
}

/**
 * A request that changes something must come from one of our pages: the browser says so (`Sec-Fetch-Site`, `Origin`: sent by all
 * current browsers, the first over https or on this machine only), and the form carries the browser's token.
 * @param url the desk's own address, if configured
 */
export function onlyOwnForms(url: string | undefined): RequestHandler {
  const origins = url === undefined ? [] : [new URL(url).origin];
  return (request, _response, next) => {
    if (READS.includes(request.method)) return next();
    const from = request.get('Sec-Fetch-Site') ?? 'same-origin';
    const origin = request.get('Origin');
    const own = [...origins, `${request.protocol}://${request.host}`];
    if (from !== 'same-origin' || (origin !== undefined && !own.includes(origin)))
      return next(new PageError(403, 'Another site sent this: nothing was done.'));
    if (!isRequestValid(request))
      return next(
        new PageError(403, 'This form is too old: nothing was done. Go back, reload the page and try again.'),
      );
    next();
  };
}
