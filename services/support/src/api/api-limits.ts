import type { Request, RequestHandler } from 'express';
import { ipKeyGenerator, rateLimit } from 'express-rate-limit';
import { lockedText } from '../web/access/locked-text';
import { PageError } from '../web/layout/page-error';
import { holderOf } from './require-token';

const MINUTE_MS = 60_000;
/** Refused tokens of one address in a quarter of an hour: as many as at sign-in. */
const REFUSED_PER_ADDRESS = 30;
/** Commands of one token in a minute: some poll. */
const PER_TOKEN = 600;

const USUAL = {
  legacyHeaders: false,
  standardHeaders: 'draft-6',
  // SUPPORT_URL decides whether a proxy's word on the address counts (app.ts).
  validate: { xForwardedForHeader: false },
} as const;

interface ApiLimits {
  /**
   * Rejects requests from an address with too many refused tokens. Only a completed refusal counts: a request in progress or
   * aborted does not.
   */
  ofRefusals: (requireToken: RequestHandler) => RequestHandler;
  ofToken: RequestHandler;
}

/** Limits of the commands, each answered `429` with `Retry-After`; each copy of the service counts separately. */
export function apiLimits(): ApiLimits {
  const refused = rateLimit({
    ...USUAL,
    windowMs: 15 * MINUTE_MS,
    limit: REFUSED_PER_ADDRESS,
    keyGenerator: addressOf,
    handler: (_request, response, next) => next(locked(response.get('Retry-After'))),
  });
  return {
    ofRefusals: (requireToken) => async (request, response, next) => {
      const seen = await refused.getKey(addressOf(request));
      if (seen && seen.totalHits >= REFUSED_PER_ADDRESS) {
        const leftMs = (seen.resetTime?.getTime() ?? 0) - Date.now();
        response.set('Retry-After', String(Math.ceil(leftMs / 1_000)));
        throw locked(response.get('Retry-After'));
      }
      try {
        await requireToken(request, response, next);
      } catch (error) {
        if (!(error instanceof PageError) || error.status !== 401) throw error;
        await refused(request, response, (more: unknown) => next(more ?? error));
      }
    },
    ofToken: rateLimit({
      ...USUAL,
      windowMs: MINUTE_MS,
      limit: PER_TOKEN,
      keyGenerator: (_request, response) => holderOf(response).token.id,
      handler: (_request, _response, next) =>
        next(new PageError(429, 'Too much at once. Wait a little, then try again.')),
    }),
  };
}

const addressOf = ({ ip }: Request): string => ipKeyGenerator(ip ?? '');
const locked = (retryAfter: string | undefined) => new PageError(429, lockedText('tokens', retryAfter));
