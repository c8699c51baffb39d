import type { RequestHandler } from 'express';
import { PageError } from '../layout/page-error';
import { viewerOf } from './session';
import { may, type Role } from './viewer';

const WHAT: Record<Role, string> = { viewer: 'look', agent: 'do this', lead: 'do this: it asks for a lead' };

/** Admits only people of that role; others get a plain 403. */
export function requireRole(role: Role): RequestHandler {
  return (request, _response, next) => {
    if (may(viewerOf(request), role)) next();
    else next(new PageError(403, `You may not ${WHAT[role]}.`));
  };
}
