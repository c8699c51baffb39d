import { inTransaction, LinkProposalState, withoutEffect } from '@hub/database';
import {
  byVariant,
  decideLinks,
  decideLinksTogether,
  groupList,
  linkFilterOf,
  listLinkProposals,
  type LinkOutcome,
  type LinkQuery,
  type ListedLinkProposal,
} from '@hub/desk/links';
import { listAddress } from '@hub/desk/engine';
import type { Router } from 'express';
import { z } from 'zod';
import { requireRole } from '../access/require-role';
import { tell, viewerOf } from '../access/session';
import { actorOf } from '../access/viewer';
import type { Desk } from '../desk';
import { PageError } from '../layout/page-error';
import { sendPage } from '../layout/send-page';
import { asPage, filterOfForm, lookingOf } from '../lists/list-routes';
import { groupOf, MOST_PAIRS } from './find-group';
import { outcomeText } from './link-labels';
import { QuestionPage } from './question-page';
import { LINKS } from './links-path';

const Ids = z.union([z.uuid().transform((id) => [id]), z.array(z.uuid())]).default([]);
const Form = z.object({
  decision: z.enum(['confirm', 'refuse', 'undo']),
  /** Pairs, or one pair of each group. */
  ids: Ids,
  groups: Ids,
  /** Whether the preview was shown. */
  seen: z.literal('yes').optional(),
});

/** A lead decides: one pair at once, several after the preview was shown. */
export function addDecideRoute(router: Router, desk: Desk): void {
  router.post('/decide', requireRole('lead'), async (request, response) => {
    const form = Form.safeParse(request.body ?? {});
    if (!form.success) throw new PageError(400, 'What was ticked cannot be read.');
    const query = filterOfForm(groupList, request.body);
    const { decision, seen } = form.data;
    const filter = await asPage(() => linkFilterOf(query, lookingOf(desk, request)));
    const pairs = await findPairs(desk, { ...form.data, filter });
    const [first] = pairs;
    if (!first) {
      tell(request, { kind: 'refused', text: 'Select at least one.' });
      response.redirect(303, listAddress(LINKS, query));
      return;
    }
    const ids = pairs.map(({ id }) => id);
    const now = new Date(desk.clock.now());
    const by = { side: { by: 'lead' }, actor: actorOf(viewerOf(request)), now } as const;
    if (pairs.length > 1 && seen === undefined) {
      const forecast = await withoutEffect(() =>
        inTransaction(desk.db, (tx) =>
          decideLinksTogether(
            tx,
            ids.map((id) => ({ id, decision })),
            by,
          ),
        ),
      );
      const outcomes = new Map(forecast.map((outcome): [string, LinkOutcome] => [outcome.id, outcome]));
      const content = <QuestionPage {...{ decision, pairs, outcomes, query }} />;
      sendPage(request, response, { title: 'What will happen', section: 'shops', content });
      return;
    }
    const outcomes = await decideLinks(desk.db, ids, { ...by, decision });
    const isDone = outcomes.some(({ kind }) => kind === 'done');
    tell(request, {
      kind: isDone ? 'done' : 'refused',
      text: outcomeText(decision, outcomes).join(' '),
    });
    const isOneGroup = new Set(pairs.map((pair) => JSON.stringify(groupOf(pair)))).size === 1;
    response.redirect(303, isOneGroup ? `${LINKS}/${first.id}` : listAddress(LINKS, query));
  });
}

/** The ticked pairs, and the pairs of ticked groups that match the filter of their list. */
async function findPairs(
  desk: Desk,
  {
    ids,
    groups,
    filter,
  }: { ids: string[]; groups: string[]; filter: Pick<LinkQuery, 'confidence' | 'states'> },
): Promise<ListedLinkProposal[]> {
  const states = Object.values(LinkProposalState);
  const limit = MOST_PAIRS + 1;
  const ticked = await listLinkProposals(desk.db, { ids, states, limit });
  const named = await listLinkProposals(desk.db, { ids: groups, states, limit });
  const { confidence } = filter;
  const found = [...ticked];
  for (const group of named.map(groupOf)) {
    found.push(
      ...(await listLinkProposals(desk.db, {
        group,
        confidence,
        states: filter.states,
        limit,
      })),
    );
    if (found.length > MOST_PAIRS)
      throw new PageError(400, `At most ${MOST_PAIRS} pairs are decided at once: tick fewer.`);
  }
  return byVariant([...new Map(found.map((pair) => [pair.id, pair])).values()]);
}
