import type { RequestHandler, Response } from 'express';
import { ipKeyGenerator, rateLimit } from 'express-rate-limit';
import { PageError } from '../web/layout/page-error';
import { holderOf } from './require-token';

const MINUTE_MS = 60_000;
/** Tokens that were refused, of one address, in a quarter of an hour: as many as at sign-in. */
const REFUSED_PER_ADDRESS = 30;
/** Commands of one token in a minute: some look again and again. */
const PER_TOKEN = 600;

type Requested = Parameters<RequestHandler>[0];

/** Limits of the commands, each answered `429` with `Retry-After`; counted in each copy of the service by itself. */
export function apiLimits(): Record<'refusedOfClient' | 'ofToken', RequestHandler> {
  return {
    refusedOfClient: limit({
      windowMs: 15 * MINUTE_MS,
      limit: REFUSED_PER_ADDRESS,
      keyGenerator: ({ ip }) => ipKeyGenerator(ip ?? ''),
      skipSuccessfulRequests: true,
      requestWasSuccessful: (_request, { statusCode }) => statusCode !== 401,
    }),
    ofToken: limit({
      windowMs: MINUTE_MS,
      limit: PER_TOKEN,
      keyGenerator: (_request, response) => holderOf(response).tokenId,
    }),
  };
}

type Limited = Pick<
  NonNullable<Parameters<typeof rateLimit>[0]>,
  'windowMs' | 'limit' | 'skipSuccessfulRequests' | 'requestWasSuccessful'
> & { keyGenerator: (request: Requested, response: Response) => string };

function limit(limited: Limited): RequestHandler {
  return rateLimit({
    ...limited,
    legacyHeaders: false,
    standardHeaders: 'draft-6',
    // Whether a proxy's word on the address is taken is decided by SUPPORT_URL (app.ts).
    validate: { xForwardedForHeader: false },
    handler: (_request, _response, next) => {
      next(new PageError(429, 'Too much at once. Wait a little, then try again.'));
    },
  });
}
