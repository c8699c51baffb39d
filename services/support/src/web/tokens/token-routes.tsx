import { includesRole, Role } from '@hub/desk/engine';
import { issueDeskToken, revokeDeskToken } from '@hub/desk/tokens';
import { Router, type Request } from 'express';
import { z } from 'zod';
import type { AccessOptions } from '../access/access-settings';
import { identityOf } from '../access/identity';
import { requireRole } from '../access/require-role';
import { addNotice, viewerOf } from '../access/session';
import { actorOf, may } from '../access/viewer';
import type { Desk } from '../desk';
import { PageError } from '../layout/page-error';
import { sendPage } from '../layout/send-page';
import { FilledText, OptionalText } from '../layout/texts';
import { IssuePage, LONGEST_DAYS, NewTokenPage } from './tokens-page';

const Form = z.object({
  name: FilledText(100),
  /** The page does not ask for it: a token is always its issuer's own. */
  person: OptionalText(100).default(''),
  role: Role,
  days: z.coerce.number().int().min(1).max(LONGEST_DAYS),
});

/** Tokens for the hub command: each person issues their own, and a lead revokes those of others too. */
export function tokenRoutes(desk: Desk, access: AccessOptions): Router {
  const { db, clock } = desk;
  const router = Router();
  router.get('/new', requireRole('agent'), (request, response) => {
    const content = <IssuePage viewer={viewerOf(request)} />;
    sendPage(request, response, { title: 'Issue a token', content });
  });
  router.post('/', requireRole('agent'), async (request, response) => {
    const [owner, actor] = [identityOf(request), actorOf(viewerOf(request))];
    const issued = await issueDeskToken(db, { ...wishOf(request), owner, actor, now: clock.now() });
    if (!issued) throw new PageError(409, 'There are too many tokens: revoke some first.');
    const url = access.url ?? `${request.protocol}://${request.host}`;
    sendPage(request, response, {
      title: 'New token',
      content: <NewTokenPage token={issued.token} person={owner.person} url={url} />,
    });
  });
  router.post('/:id/revoke', requireRole('agent'), async (request, response) => {
    const viewer = viewerOf(request);
    const { id } = z.object({ id: z.string() }).parse(request.params);
    // A lead revokes anyone's.
    const owner = may(viewer, 'lead') ? undefined : identityOf(request);
    const asked = { id, owner, actor: actorOf(viewer), now: clock.now() };
    if (!(await revokeDeskToken(db, asked))) throw new PageError(404, 'There is no such token of yours.');
    addNotice(request, { kind: 'done', text: 'The token is revoked: it opens nothing any more.' });
    response.redirect(303, '/tokens');
  });
  return router;
}

/** The requested token, with no more rights than the issuer has. */
function wishOf(request: Request): { name: string; role: Role; days: number } {
  const read = Form.safeParse(request.body ?? {});
  if (!read.success)
    throw new PageError(400, `A token has a name, a role, and ends after 1 to ${LONGEST_DAYS} days.`);
  const viewer = viewerOf(request);
  const { person, ...wish } = read.data;
  if (!includesRole(viewer.role, wish.role))
    throw new PageError(403, 'A token may do no more than its issuer.');
  if (person !== '' && person !== viewer.name)
    throw new PageError(403, 'A token is for the person who issues it: others issue their own.');
  return wish;
}
