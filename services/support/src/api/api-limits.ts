import type { RequestHandler } from 'express';
import { addressOf, limited, lockedFor, MINUTE_MS, QUARTER_MS } from '../web/access/limits';
import { PageError } from '../web/layout/page-error';
import { holderOf } from './require-token';

/** Refused tokens of one address in 15 minutes: as many as at sign-in. */
const REFUSED_PER_ADDRESS = 30;
/** Commands of one token in a minute: some poll. */
const PER_TOKEN = 600;

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
  const says = lockedFor('tokens');
  const refused = limited({
    windowMs: QUARTER_MS,
    limit: REFUSED_PER_ADDRESS,
    keyGenerator: addressOf,
    says,
  });
  return {
    ofRefusals: (requireToken) => async (request, response, next) => {
      const seen = await refused.getKey(addressOf(request));
      if (seen && seen.totalHits >= REFUSED_PER_ADDRESS) {
        const leftMs = (seen.resetTime?.getTime() ?? 0) - Date.now();
        response.set('Retry-After', String(Math.ceil(leftMs / 1_000)));
        throw new PageError(429, says(response));
      }
      try {
        await requireToken(request, response, next);
      } catch (error) {
        if (!(error instanceof PageError) || error.status !== 401) throw error;
        await refused(request, response, (more: unknown) => next(more ?? error));
      }
    },
    ofToken: limited({
      windowMs: MINUTE_MS,
      limit: PER_TOKEN,
      keyGenerator: (_request, response) => holderOf(response).token.id,
    }),
  };
}
