import { includesRole, Role } from '@hub/desk/engine';
import { issueDeskToken, listDeskTokens, revokeDeskToken, type TokenOwner } from '@hub/desk/tokens';
import { Router, type Request } from 'express';
import { z } from 'zod';
import type { AccessOptions } from '../access/access-settings';
import { requireRole } from '../access/require-role';
import { tell, viewerOf } from '../access/session';
import { actorOf, may } from '../access/viewer';
import type { Desk } from '../desk';
import { PageError } from '../layout/page-error';
import { sendPage } from '../layout/send-page';
import { FilledText, OptionalText } from '../layout/texts';
import { LONGEST_DAYS, NewTokenPage, TokensPage } from './tokens-page';

const Form = z.object({
  name: FilledText(100),
  /** The page does not ask for it: a token is always its issuer's own. */
  person: OptionalText(100).default(''),
  role: Role,
  days: z.coerce.number().int().min(1).max(LONGEST_DAYS),
});

/** Tokens for the hub command: each person issues their own. A lead sees which ones others have, and revokes them. */
export function tokenRoutes(desk: Desk, access: AccessOptions): Router {
  const { db, clock } = desk;
  const router = Router();
  router.get('/', async (request, response) => {
    const viewer = viewerOf(request);
    const tokens = await listDeskTokens(db, { owner: whoseTokens(request), now: clock.now() });
    sendPage(request, response, {
      title: 'Tokens',
      content: <TokensPage tokens={tokens} viewer={viewer} now={clock.now()} />,
    });
  });
  router.post('/', requireRole('agent'), async (request, response) => {
    const [owner, actor] = [ownerOf(request), actorOf(viewerOf(request))];
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
    const asked = { id, owner: whoseTokens(request), actor: actorOf(viewer), now: clock.now() };
    if (!(await revokeDeskToken(db, asked))) throw new PageError(404, 'There is no such token of yours.');
    tell(request, { kind: 'done', text: 'The token is revoked: it opens nothing any more.' });
    response.redirect(303, '/tokens');
  });
  return router;
}

/** Undefined: the tokens of everyone. */
const whoseTokens = (request: Request): TokenOwner | undefined =>
  may(viewerOf(request), 'lead') ? undefined : ownerOf(request);

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

/** The signed-in person: a token ends with their account, or with the issuer that vouches for them. */
function ownerOf(request: Request): TokenOwner {
  const { signIn } = request.session;
  const person = viewerOf(request).name;
  if (!signIn?.issued) return { vouchedBy: 'accounts', person };
  const { issuer, subject } = signIn.issued;
  return { vouchedBy: 'issuer', person, issuer, subject, signedInAt: new Date(signIn.at) };
}
