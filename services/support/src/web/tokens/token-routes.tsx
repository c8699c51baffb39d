import { includesRole, issueDeskToken, listDeskTokens, revokeDeskToken, Role } from '@hub/support-desk';
import { Router, type Request } from 'express';
import { z } from 'zod';
import type { AccessOptions } from '../access/access-settings';
import { requireRole } from '../access/require-role';
import { tell, viewerOf } from '../access/session';
import { actorOf, may, type Viewer } from '../access/viewer';
import type { Desk } from '../desk';
import { PageError } from '../layout/page-error';
import { sendPage } from '../layout/send-page';
import { FilledText, OptionalText } from '../layout/texts';
import { LONGEST_DAYS, NewTokenPage, TokensPage } from './tokens-page';

const Form = z.object({
  name: FilledText(100),
  person: OptionalText(100).default(''),
  role: Role,
  days: z.coerce.number().int().min(1).max(LONGEST_DAYS),
});

/** Tokens for the hub command: everyone's own; a lead manages those of others as well. */
export function tokenRoutes(desk: Desk, access: AccessOptions): Router {
  const { db, clock } = desk;
  const router = Router();
  router.get('/', async (request, response) => {
    const viewer = viewerOf(request);
    const tokens = await listDeskTokens(db, { person: whoseTokens(viewer), now: clock.now() });
    sendPage(request, response, {
      title: 'Tokens',
      content: <TokensPage tokens={tokens} viewer={viewer} now={clock.now()} />,
    });
  });
  router.post('/', requireRole('agent'), async (request, response) => {
    const { person, ...wish } = wishOf(request);
    const vouchedBy = vouchedFor(request, person, access);
    const actor = actorOf(viewerOf(request));
    const issued = await issueDeskToken(db, { ...wish, person, vouchedBy, actor, now: clock.now() });
    if (!issued) throw new PageError(409, 'There are too many tokens: revoke some first.');
    const url = access.url ?? `${request.protocol}://${request.host}`;
    sendPage(request, response, {
      title: 'New token',
      content: <NewTokenPage token={issued.token} person={person} url={url} />,
    });
  });
  router.post('/:id/revoke', requireRole('agent'), async (request, response) => {
    const viewer = viewerOf(request);
    const { id } = z.object({ id: z.string() }).parse(request.params);
    const asked = { id, person: whoseTokens(viewer), actor: actorOf(viewer), now: clock.now() };
    if (!(await revokeDeskToken(db, asked))) throw new PageError(404, 'There is no such token of yours.');
    tell(request, { kind: 'done', text: 'The token is revoked: it opens nothing any more.' });
    response.redirect(303, '/tokens');
  });
  return router;
}

/** Undefined: the tokens of everyone. */
const whoseTokens = (viewer: Viewer): string | undefined => (may(viewer, 'lead') ? undefined : viewer.name);

/** The requested token, with no more rights than the issuer has. */
function wishOf(request: Request): z.output<typeof Form> {
  const read = Form.safeParse(request.body ?? {});
  if (!read.success)
    throw new PageError(400, `A token has a name, a role, and ends after 1 to ${LONGEST_DAYS} days.`);
  const viewer = viewerOf(request);
  const { person, ...wish } = read.data;
  if (!includesRole(viewer.role, wish.role))
    throw new PageError(403, 'A token may do no more than its issuer.');
  const other = person !== '' && person !== viewer.name;
  if (other && !may(viewer, 'lead')) throw new PageError(403, 'A token for another person asks for a lead.');
  return { ...wish, person: other ? person : viewer.name };
}

/** Who vouches for the person: the token ends with their account, or with the issuer. */
function vouchedFor(request: Request, person: string, { accounts }: AccessOptions): 'accounts' | 'issuer' {
  if (person === viewerOf(request).name) return request.session.signIn?.by === 'oidc' ? 'issuer' : 'accounts';
  return accounts.some(({ name }) => name === person) ? 'accounts' : 'issuer';
}
