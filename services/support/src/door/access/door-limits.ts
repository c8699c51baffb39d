import { createHash } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import { addressOf, limited, lockedFor, MINUTE_MS, QUARTER_MS } from '../../web/access/limits';
import { visitOf } from '../visit';
import { LinkForm } from './link-form';

/** How much is allowed in each span; each copy of the service counts separately. */
export interface DoorLimits {
  /** Requests for a link in 15 minutes: of one client address, and for one contact. */
  linksOfClient: number;
  linksOfContact: number;
  /** Refused links and tokens of one client address in 15 minutes. */
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
  return {
    linksOfClient: limited({ windowMs: QUARTER_MS, limit: limits.linksOfClient, keyGenerator: addressOf }),
    linksOfContact: limited({ windowMs: QUARTER_MS, limit: limits.linksOfContact, keyGenerator: contactOf }),
    refusedOfClient: limited({
      windowMs: QUARTER_MS,
      limit: limits.refusedOfClient,
      keyGenerator: addressOf,
      refusals: [401, 403],
      says: lockedFor('links or tokens'),
    }),
    looks: limited({ windowMs: MINUTE_MS, limit: limits.looks, keyGenerator: shopOf }),
    acts: limited({
      windowMs: 10 * MINUTE_MS,
      limit: limits.acts,
      keyGenerator: shopOf,
      skip: ({ method }) => method === 'GET' || method === 'HEAD',
    }),
  };
}

const shopOf = (request: Request): string => String(visitOf(request).contact.shopId);

/** Whether or not such a contact exists. */
function contactOf({ body }: Request): string {
  const { shop, address } = LinkForm.parse(body ?? {});
  return createHash('sha256').update(`${shop}\n${address}`).digest('base64');
}
