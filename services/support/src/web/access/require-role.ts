import type { RequestHandler } from 'express';
import { PageError } from '../layout/page-error';
import { viewerOf } from './session';
import { may, type Role } from './viewer';

const WHAT = {
  viewer: 'look',
  agent: 'do this',
  lead: 'do this: it asks for a lead',
  shop: 'do this: it is for the shop',
} as const;

/** Admits only people of that role; others get a plain 403. */
export function requireRole(role: Role | 'shop'): RequestHandler {
  return (request, _response, next) => {
    if (role !== 'shop' && may(viewerOf(request), role)) next();
    else next(new PageError(403, `You may not ${WHAT[role]}.`));
  };
}
