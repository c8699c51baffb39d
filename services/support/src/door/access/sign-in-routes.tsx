import { linkAddress, mailLink, makeLink, recordVisitEnd, takeLink, type LinkMail } from '@hub/desk/door';
import { Router, urlencoded, type Request, type RequestHandler, type Response } from 'express';
import { onlyOwnForms, protectForms } from '../../web/access/csrf';
import { newSession } from '../../web/access/keep-session';
import { addNotice } from '../../web/access/session';
import { PageError } from '../../web/layout/page-error';
import type { Door } from '../door';
import { sendDoorPage } from '../layout/send-door-page';
import { findVisit, visitOf } from '../visit';
import type { doorLimits } from './door-limits';
import { beginVisit } from './keep-visit';
import { LinkForm } from './link-form';
import { LinkPage, RefusedLinkPage, SignInPage } from './sign-in-page';

/** The same text whether or not such a contact exists: it does not reveal who is one. */
const ON_ITS_WAY = 'If this is a contact of that shop, a link is on its way to it. It works for 15 minutes.';
const NO_LINK = 'This link was used, is older than 15 minutes, or belongs to no contact who may sign in.';

/** The public routes: asking for a link, and using it. */
export function signInRoutes(door: Door, limits: ReturnType<typeof doorLimits>): Router {
  const router = Router();
  router.use('/sign-in', urlencoded({ extended: false, limit: '8kb' }), onlyOwnForms(door.url));
  router.get('/sign-in', (request, response) => {
    if (findVisit(request) !== null) return response.redirect(303, '/');
    sendForm(request, response, <SignInPage mails={door.mail !== undefined} />);
  });
  router.post('/sign-in', limits.linksOfClient, limits.linksOfContact, askForLink(door));
  router.get('/sign-in/link/:token', (request, response) => {
    sendForm(request, response, <LinkPage token={request.params.token} />);
  });
  router.post('/sign-in/link/:token', limits.refusedOfClient, async (request, response) => {
    const now = door.clock.now();
    const letIn = await takeLink(door.db, { token: String(request.params['token']), now });
    if (letIn === null) {
      response.status(403);
      sendForm(request, response, <RefusedLinkPage says={NO_LINK} mails={door.mail !== undefined} />);
      return;
    }
    await beginVisit(request, letIn, now);
    response.redirect(303, '/');
  });
  return router;
}

function askForLink(door: Door): RequestHandler {
  return (request, response) => {
    const { mail } = door;
    if (mail === undefined)
      throw new PageError(404, 'Links are not sent by mail here: ask the operator for one.');
    const { shop, address } = LinkForm.parse(request.body ?? {});
    // Not awaited: its duration would reveal whether such a contact exists.
    void sendLink(door, mail, { shop, address }).catch((error: unknown) =>
      door.logger.error('door: a sign-in link was not sent', { shop, error }),
    );
    addNotice(request, { kind: 'done', text: ON_ITS_WAY });
    response.redirect(303, '/sign-in');
  };
}

async function sendLink(
  door: Door,
  mail: LinkMail,
  { shop, address }: { shop: string; address: string },
): Promise<void> {
  if (!address.includes('@')) return;
  const made = await makeLink(door.db, {
    shop,
    contact: address,
    delivery: 'mailed',
    askedBy: 'door:visitor',
    now: door.clock.now(),
  });
  if (made.kind !== 'made') return;
  await mailLink(mail, { contact: made.contact, address: linkAddress(door.url, made.token) });
}

export function signOut(door: Door): RequestHandler {
  return async (request, response) => {
    await recordVisitEnd(door.db, visitOf(request).contact);
    await newSession(request);
    addNotice(request, { kind: 'done', text: 'You are signed out.' });
    response.redirect(303, '/sign-in');
  };
}

function sendForm(request: Request, response: Response, content: ReturnType<typeof LinkPage>): void {
  protectForms(request);
  sendDoorPage(request, response, { title: 'Sign in', status: response.statusCode, content });
}
