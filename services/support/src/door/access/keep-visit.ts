import { findContact, type LetIn } from '@hub/desk/door';
import type { Request, RequestHandler } from 'express';
import { protectForms } from '../../web/access/csrf';
import { newSession } from '../../web/access/keep-session';
import { addNotice } from '../../web/access/session';
import { PageError } from '../../web/layout/page-error';
import type { Door } from '../door';
import { findVisit, noteVisit } from '../visit';
import { decideStay, IDLE_MS } from './decide-stay';

/** At every request, ends a session that has expired or whose contact is no longer on the sheet (D35). */
export function keepVisit({ db, clock }: Door): RequestHandler {
  return async (request, _response, next) => {
    const { contact: known, delivery, letInAt = 0, activeAt = 0 } = request.session;
    if (!known || !delivery) return next();
    const stay = decideStay({ letInAt, activeAt }, clock.now());
    const contact = stay.kind === 'ends' ? null : await findContact(db, known);
    if (stay.kind === 'ends' || contact === null) {
      await newSession(request);
      const text =
        stay.kind === 'ends'
          ? stay.words
          : 'Your access has ended: you are no contact of this shop any more.';
      addNotice(request, { kind: 'refused', text });
    } else {
      request.session.activeAt = stay.activeAt;
      noteVisit(request, { contact, delivery, may: 'act', tokenId: null });
    }
    next();
  };
}

/** Signs a contact in under a new session, so that a session id known before is worthless. */
export async function beginVisit(request: Request, { contact, delivery }: LetIn, now: number): Promise<void> {
  await newSession(request);
  request.session.cookie.maxAge = IDLE_MS;
  const { shopId, contact: name, address } = contact;
  Object.assign(request.session, {
    contact: { shopId, contact: name, address },
    delivery,
    letInAt: now,
    activeAt: now,
  });
  protectForms(request);
}

/** Admits only signed-in contacts; others are sent to ask for a link. */
export const requireVisit: RequestHandler = (request, response, next) => {
  if (findVisit(request) !== null) return next();
  if (['GET', 'HEAD'].includes(request.method)) return response.redirect(303, '/sign-in');
  next(new PageError(401, 'You are not signed in: nothing was done.'));
};
