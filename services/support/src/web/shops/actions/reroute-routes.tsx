import { DESK_REFUSAL_LABELS, rerouteShop, type RerouteShopOutcome } from '@hub/support-desk';
import type { Router } from 'express';
import { tell } from '../../access/session';
import { actingOf } from '../../actions/action-routes';
import type { Desk } from '../../desk';
import { PageError } from '../../layout/page-error';
import { readNote } from '../../layout/read-note';
import { sendPage } from '../../layout/send-page';
import { shopAsked } from './shop-asked';
import { QuestionPage } from '../../actions/question-page';

const KEPT_SHOWN = 10;

/** Gives the orders at a shop that cannot be called to other shops, in one action. GET asks, POST does it. */
export function addRerouteRoutes(router: Router, desk: Desk): void {
  router.get('/:slug/reroute', async (request, response) => {
    const { slug, name } = await shopAsked(desk.db, request.params.slug);
    const preview = done(await rerouteShop(actingOf(desk, request), { shop: slug, carryOut: false }));
    sendPage(request, response, {
      title: 'Give its orders to other shops',
      section: 'shops',
      content: (
        <QuestionPage
          place={{ href: `/shops/${slug}`, name }}
          question={{
            title: `Give what stands at ${name} to other shops`,
            happens: [
              `The lines of ${preview.rerouted.length} shipping orders wait again, and other shops are looked for at once.`,
              `${name} is chosen only where no other shop can.`,
              ...keptWords(preview),
            ],
            warning: `${name} cannot take these orders soon.`,
            submit: 'Give them to other shops',
          }}
          note="optional"
          action={request.originalUrl}
        />
      ),
    });
  });
  router.post('/:slug/reroute', async (request, response) => {
    const { slug } = request.params;
    const asked = { shop: slug, carryOut: true, note: readNote(request) };
    const end = done(await rerouteShop(actingOf(desk, request), asked));
    const text = [`${end.rerouted.length} shipping orders go elsewhere.`, ...keptWords(end)].join(' ');
    tell(request, { kind: 'done', text });
    response.redirect(303, `/shops/${slug}`);
  });
}

type Done = Extract<RerouteShopOutcome, { kind: 'done' }>;

function done(end: RerouteShopOutcome): Done {
  if (end.kind === 'done') return end;
  throw new PageError(
    end.why === 'unknown_shop' ? 404 : 409,
    `Not possible: ${DESK_REFUSAL_LABELS[end.why]}.`,
  );
}

function keptWords({ kept }: Done): string[] {
  const shown = kept.slice(0, KEPT_SHOWN).map(({ reference, reason }) => `${reference} stays: ${reason}.`);
  const more = kept.length - shown.length;
  return more > 0 ? [...shown, `${more} more stay.`] : shown;
}
