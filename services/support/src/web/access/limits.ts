import type { Request, Response } from 'express';
import { ipKeyGenerator, rateLimit, type RateLimitRequestHandler } from 'express-rate-limit';
import { PageError } from '../layout/page-error';

export const MINUTE_MS = 60_000;
export const QUARTER_MS = 15 * MINUTE_MS;
const TOO_MUCH = 'Too much at once. Wait a little, then try again.';

export const addressOf = ({ ip }: Pick<Request, 'ip'>): string => ipKeyGenerator(ip ?? '');

interface Limited {
  windowMs: number;
  limit: number;
  keyGenerator: (request: Request, response: Response) => string;
  skip?: (request: Request) => boolean;
  /** The statuses of refusals, if these count alone. */
  refusals?: readonly number[];
  /** What the answer says; unless given, to wait a little. */
  says?: (response: Response) => string;
}

/** A limit, answered `429` with `Retry-After`; each copy of the service counts separately. */
export function limited(of: Limited): RateLimitRequestHandler {
  const { refusals, says = () => TOO_MUCH, ...rest } = of;
  return rateLimit({
    ...rest,
    ...(refusals && {
      skipSuccessfulRequests: true,
      requestWasSuccessful: (_request: Request, { statusCode }: Response) => !refusals.includes(statusCode),
    }),
    legacyHeaders: false,
    standardHeaders: 'draft-6',
    // The service's own address decides whether a proxy's word on the client's counts (`proxyTrust`).
    validate: { xForwardedForHeader: false },
    handler: (_request, response, next) => next(new PageError(429, says(response))),
  });
}

/**
 * Says that the address is locked, even for correct input, and until when.
 * @param wrong the kind of input that was wrong too often
 */
export const lockedFor = (wrong: string) => (response: Response) => {
  const leftMs = Number(response.get('Retry-After') ?? 0) * 1_000;
  const until = new Date(Date.now() + leftMs).toISOString().slice(11, 16);
  return `Too many wrong ${wrong} came from your address: it is locked until ${until} UTC, for right ones too.`;
};
