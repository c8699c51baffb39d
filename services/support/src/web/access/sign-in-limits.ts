import type { RequestHandler } from 'express';
import { ipKeyGenerator, rateLimit } from 'express-rate-limit';
import { PageError } from '../layout/page-error';
import { SignInForm } from './sign-in-form';
import { slowDown } from './slow-down';

const WINDOW_MS = 15 * 60_000;
/** An office signs in from one address. */
const REFUSED_PER_ADDRESS = 30;
const REFUSED_PER_NAME_AND_ADDRESS = 10;

type Requested = Parameters<RequestHandler>[0];

/**
 * How often sign-in may be refused within a quarter of an hour: by address, and by name and address together, whether
 * the name is known or not, so that nobody elsewhere can lock a person out. Guesses from many addresses are slowed down
 * for all of them. Counted in each copy of the service by itself: with several, that many more tries.
 */
export function signInLimits(): {
  byAddress: RequestHandler;
  byName: RequestHandler;
  slowDown: RequestHandler;
} {
  return {
    byAddress: limit(REFUSED_PER_ADDRESS, addressOf),
    byName: limit(REFUSED_PER_NAME_AND_ADDRESS, (request) => `${addressOf(request)} ${nameOf(request)}`),
    slowDown: slowDown(),
  };
}

const addressOf = (request: Requested): string => ipKeyGenerator(request.ip ?? '');
const nameOf = (request: Requested): string => SignInForm.parse(request.body).name.toLowerCase();

function limit(refused: number, keyGenerator: (request: Requested) => string): RequestHandler {
  return rateLimit({
    windowMs: WINDOW_MS,
    limit: refused,
    keyGenerator,
    skipSuccessfulRequests: true,
    // Only what was refused counts: not that the issuer is away.
    requestWasSuccessful: (_request, { statusCode }) => statusCode !== 403 && statusCode !== 429,
    legacyHeaders: false,
    standardHeaders: 'draft-6',
    // Whether a proxy's word on the address is taken is decided by SUPPORT_URL (app.ts).
    validate: { xForwardedForHeader: false },
    handler: (_request, _response, next) => {
      next(new PageError(429, 'Too many tries to sign in. Wait a quarter of an hour, then try again.'));
    },
  });
}
