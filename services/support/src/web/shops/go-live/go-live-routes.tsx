import { CAPABILITIES } from '@hub/contract';
import {
  confirmCapability,
  CONFIRM_REFUSAL_LABELS,
  installationFingerprint,
  overruleCheck,
  readCertificate,
  readGoLive,
  readRehearsal,
  signOff,
  SIGN_OFF_REFUSAL_LABELS,
} from '@hub/go-live';
import type { Request, Response, Router } from 'express';
import { renderToString } from 'preact-render-to-string';
import { z } from 'zod';
import { requireRole } from '../../access/require-role';
import { tell, viewerOf } from '../../access/session';
import { actorOf } from '../../access/viewer';
import { addActionRoutes } from '../../actions/action-routes';
import type { Desk } from '../../desk';
import { PageError } from '../../layout/page-error';
import { sendPage } from '../../layout/send-page';
import { FilledText, OptionalText } from '../../layout/texts';
import { shopAsked } from '../actions/shop-asked';
import { CertificatePage } from './certificate-page';
import { GoLivePage } from './go-live-page';
import { RehearsalPage } from './rehearsal-page';

const Text = FilledText(500);
const Confirm = z.object({ capability: z.enum(CAPABILITIES), rehearsal: z.uuid(), words: Text });
/** An empty text field. */
const blankAsNone = (text: string): string | undefined => (text === '' ? undefined : text);
const SignOff = z.object({
  words: Text,
  certificate: z.string().transform(asFile).transform(blankAsNone).optional(),
  issuer: OptionalText(200).transform(blankAsNone).optional(),
});

/** A shop's way to live: its record, the operator's half of the confirmation, a lead's overrule and sign-off (D32). */
export function addGoLiveRoutes(router: Router, desk: Desk): void {
  const { db } = desk;
  router.get('/:slug/golive', async (request, response) => {
    const goLive = await readGoLive(db, request.params.slug);
    if (goLive === null) throw new PageError(404, 'There is no such shop.');
    sendPage(request, response, {
      title: `${goLive.name}: going live`,
      section: 'shops',
      content: <GoLivePage goLive={goLive} viewer={viewerOf(request)} />,
    });
  });
  router.get('/:slug/golive/rehearsals/:id', async (request, response) => {
    const { slug, id } = request.params;
    const shop = await db.shop.findUnique({ where: { slug }, select: { id: true } });
    const check = z.string().max(255).optional().catch(undefined).parse(request.query['check']);
    const rehearsal = shop && (await readRehearsal(db, { shopId: shop.id, id, check }));
    if (rehearsal === null) throw new PageError(404, 'There is no such rehearsal of this shop.');
    sendPage(request, response, {
      title: `${slug}: rehearsal`,
      section: 'shops',
      content: <RehearsalPage shop={slug} rehearsal={rehearsal} />,
    });
  });
  router.get('/:slug/golive/certificate', async (request, response) => {
    const certificate = await readCertificate(db, request.params.slug);
    if (certificate === null)
      throw new PageError(404, 'Nothing of this shop is confirmed by both sides yet.');
    const issuer = await installationFingerprint(db);
    const html = renderToString(<CertificatePage certificate={certificate} issuer={issuer} />);
    response.type('html').send(`<!doctype html>${html}`);
  });
  router.post('/:slug/golive/confirm', requireRole('agent'), async (request, response) => {
    const { capability, rehearsal: rehearsalId, words } = read(Confirm, request);
    const { name } = viewerOf(request);
    const said = {
      shop: slugOf(request),
      capability,
      rehearsalId,
      name,
      words,
      by: { side: 'operator' } as const,
    };
    const end = await confirmCapability(db, { ...said, actor: actorOf(viewerOf(request)) });
    conclude(request, response, end.kind === 'refused' ? CONFIRM_REFUSAL_LABELS[end.why] : null);
  });
  addActionRoutes(router, desk, {
    path: '/:slug/golive/overrule',
    action: overruleCheck,
    section: 'shops',
    find: async (_desk, request) => {
      const { slug, name } = await shopAsked(db, slugOf(request));
      return { input: { shop: slug }, place: { href: `/shops/${slug}/golive`, name } };
    },
  });
  router.post('/:slug/golive/sign-off', requireRole('lead'), async (request, response) => {
    const { name } = viewerOf(request);
    const said = { shop: slugOf(request), name, ...read(SignOff, request) };
    const end = await signOff(db, { ...said, actor: actorOf(viewerOf(request)) });
    conclude(request, response, end.kind === 'refused' ? SIGN_OFF_REFUSAL_LABELS[end.why] : null);
  });
}

const slugOf = (request: Request): string => z.string().parse(request.params['slug']);

function read<S extends z.ZodType>(schema: S, request: Request): z.output<S> {
  const form = schema.safeParse(request.body ?? {});
  if (!form.success) throw new PageError(400, 'Words are needed, at most 500 characters of them.');
  return form.data;
}

/** A form writes each line end as two characters, and pasted text may end in more or fewer of them: of a certificate every byte counts. */
function asFile(pasted: string): string {
  const text = pasted.replaceAll('\r\n', '\n').trim();
  return text === '' ? '' : `${text}\n`;
}

/** @param refused why it was not done; null: it was done */
function conclude(request: Request, response: Response, refused: string | null): void {
  tell(
    request,
    refused === null
      ? { kind: 'done', text: 'It is on record.' }
      : { kind: 'refused', text: `It is not on record: ${refused}.` },
  );
  response.redirect(303, `/shops/${slugOf(request)}/golive`);
}
