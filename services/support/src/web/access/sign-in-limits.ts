import type { Request, RequestHandler } from 'express';
import { addressOf, limited, QUARTER_MS } from './limits';
import { SignInForm } from './sign-in-form';
import { slowDown } from './slow-down';

/** An office signs in from one address. */
const REFUSED_PER_ADDRESS = 30;
const REFUSED_PER_NAME_AND_ADDRESS = 10;

/**
 * Limits on refused sign-ins within 15 minutes: by address, and by name and address together, whether
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

const nameOf = (request: Request): string => SignInForm.parse(request.body).name.toLowerCase();

function limit(refused: number, keyGenerator: (request: Request) => string): RequestHandler {
  return limited({
    windowMs: QUARTER_MS,
    limit: refused,
    keyGenerator,
    // Only refusals count, not that the issuer is down.
    refusals: [403, 429],
    says: () => 'Too many tries to sign in. Wait 15 minutes, then try again.',
  });
}
