import { createHash } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import { ipKeyGenerator, rateLimit } from 'express-rate-limit';
import { lockedText } from '../../web/access/locked-text';
import { PageError } from '../../web/layout/page-error';
import { visitOf } from '../visit';
import { LinkForm } from './link-form';

const MINUTE_MS = 60_000;

/** How much is allowed in each span; each copy of the service counts separately. */
export interface DoorLimits {
  /** Requests for a link in a quarter of an hour: of one client address, and for one contact. */
  linksOfClient: number;
  linksOfContact: number;
  /** Refused links and tokens of one client address in a quarter of an hour. */
  refusedOfClient: number;
  /** Pages and answers of one shop in a minute. */
  looks: number;
  /** Actions of one shop in ten minutes. */
  acts: number;
}

export const USUAL_LIMITS: DoorLimits = {
  linksOfClient: 20,
  linksOfContact: 5,
  refusedOfClient: 60,
  looks: 600,
  acts: 60,
};

/** Limits of the door (D35), each answered `429` with `Retry-After`. */
export function doorLimits(limits: DoorLimits): Record<keyof DoorLimits, RequestHandler> {
  const quarter = 15 * MINUTE_MS;
  return {
    linksOfClient: limit({ windowMs: quarter, limit: limits.linksOfClient, keyGenerator: clientOf }),
    linksOfContact: limit({ windowMs: quarter, limit: limits.linksOfContact, keyGenerator: contactOf }),
    refusedOfClient: limit({
      windowMs: quarter,
      limit: limits.refusedOfClient,
      keyGenerator: clientOf,
      isLock: true,
      skipSuccessfulRequests: true,
      requestWasSuccessful: (_request, { statusCode }) => statusCode !== 401 && statusCode !== 403,
    }),
    looks: limit({ windowMs: MINUTE_MS, limit: limits.looks, keyGenerator: shopOf }),
    acts: limit({
      windowMs: 10 * MINUTE_MS,
      limit: limits.acts,
      keyGenerator: shopOf,
      skip: ({ method }) => method === 'GET' || method === 'HEAD',
    }),
  };
}

const clientOf = ({ ip }: Request): string => ipKeyGenerator(ip ?? '');
const shopOf = (request: Request): string => String(visitOf(request).contact.shopId);

/** Whether or not such a contact exists. */
function contactOf({ body }: Request): string {
  const { shop, address } = LinkForm.parse(body ?? {});
  return createHash('sha256').update(`${shop}\n${address}`).digest('base64');
}

const TOO_MUCH = 'Too much at once. Wait a little, then try again.';

type Limited = Pick<
  NonNullable<Parameters<typeof rateLimit>[0]>,
  'windowMs' | 'limit' | 'skipSuccessfulRequests' | 'requestWasSuccessful'
> & {
  keyGenerator: (request: Request) => string;
  skip?: (request: Request) => boolean;
  /** Counts refusals, not requests. */
  isLock?: boolean;
};

function limit({ isLock = false, ...limited }: Limited): RequestHandler {
  return rateLimit({
    ...limited,
    legacyHeaders: false,
    standardHeaders: 'draft-6',
    // DOOR_URL decides whether a proxy's word on the address counts (door-app.ts).
    validate: { xForwardedForHeader: false },
    handler: (_request, response, next) => {
      next(
        new PageError(429, isLock ? lockedText('links or tokens', response.get('Retry-After')) : TOO_MUCH),
      );
    },
  });
}
