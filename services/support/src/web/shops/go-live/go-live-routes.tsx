import {
  confirmCapability,
  installationFingerprint,
  overruleCheck,
  readCertificate,
  readGoLive,
  readRehearsal,
  signOff,
  type RehearsalView,
} from '@hub/desk/golive';
import type { Router } from 'express';
import { renderToString } from 'preact-render-to-string';
import { z } from 'zod';
import { viewerOf } from '../../access/session';
import { addActionRoutes } from '../../actions/action-routes';
import type { Desk } from '../../desk';
import { PageError } from '../../layout/page-error';
import { sendPage } from '../../layout/send-page';
import { shopAsked } from '../actions/shop-asked';
import { CertificatePage } from './certificate-page';
import { GoLivePage } from './go-live-page';
import { ChecksWithEvidence } from './checks-with-evidence';

const Certificate = z.object({
  certificate: z.string().transform(asFile).optional().catch(undefined),
  issuer: z
    .string()
    .transform((text) => text || undefined)
    .optional()
    .catch(undefined),
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
  for (const [path, action] of [
    ['confirm', confirmCapability],
    ['overrule', overruleCheck],
    ['sign-off', signOff],
  ] as const)
    addActionRoutes(router, desk, {
      path: `/:slug/golive/${path}`,
      action,
      section: 'shops',
      find: async (_desk, { params, body }) => {
        const { slug, name } = await shopAsked(db, String(params['slug']));
        const input = { shop: slug, ...(path === 'sign-off' && Certificate.parse(body ?? {})) };
        return { input, place: { href: `/shops/${slug}/golive`, name } };
      },
    });
}

/** A form writes each line end as two characters, and pasted text may end in more or fewer of them: of a certificate every byte counts. */
function asFile(pasted: string): string | undefined {
  const text = pasted.replaceAll('\r\n', '\n').trim();
  return text === '' ? undefined : `${text}\n`;
}

/** One rehearsal of a shop, check by check. @param props.shop slug */
function RehearsalPage({ shop, rehearsal }: { shop: string; rehearsal: RehearsalView }) {
  const goLive = `/shops/${shop}/golive`;
  return (
    <>
      <p>
        <a href={goLive}>Going live of {shop}</a>
      </p>
      <h1>
        Rehearsal of {shop} in {rehearsal.environment}
      </h1>
      <ChecksWithEvidence rehearsal={rehearsal} href={`${goLive}/rehearsals/${rehearsal.id}`} />
    </>
  );
}
