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
 * Limits on refused sign-ins within a quarter of an hour: by address, and by name and address together, whether
 * the name is known or not, so that an attacker elsewhere cannot lock a person out. Guesses from many addresses are slowed down
 * for all of them. Each copy of the service counts separately: with several, that many more attempts.
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
    // Only refusals count, not that the issuer is down.
    requestWasSuccessful: (_request, { statusCode }) => statusCode !== 403 && statusCode !== 429,
    legacyHeaders: false,
    standardHeaders: 'draft-6',
    // SUPPORT_URL decides whether a proxy's word on the address counts (app.ts).
    validate: { xForwardedForHeader: false },
    handler: (_request, _response, next) => {
      next(new PageError(429, 'Too many tries to sign in. Wait a quarter of an hour, then try again.'));
    },
  });
}
