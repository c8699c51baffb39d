import { LinkProposalState } from '@hub/database';
import { listAddress } from '@hub/desk/engine';
import {
  byVariant,
  decideLinks,
  groupList,
  linkFilterOf,
  listLinkProposals,
  MOST_LINKS_AT_ONCE,
  type LinkQuery,
  type ListedLinkProposal,
} from '@hub/desk/links';
import type { Router } from 'express';
import { z } from 'zod';
import { addActionRoutes } from '../actions/action-routes';
import type { Desk } from '../desk';
import { PageError } from '../layout/page-error';
import { asPage, filterOfForm, lookingOf } from '../lists/list-routes';
import { groupOf } from './find-group';
import { LINKS } from './links-path';

const Ids = z.union([z.uuid().transform((id) => [id]), z.array(z.uuid())]).default([]);
const Form = z.object({
  decision: z.enum(['confirm', 'refuse', 'undo']),
  /** Pairs, or one pair of each group. */
  ids: Ids,
  groups: Ids,
});

/** A lead decides: one pair at once, several after it was shown what will happen. */
export function addDecideRoute(router: Router, desk: Desk): void {
  addActionRoutes(router, desk, {
    path: '/decide',
    action: decideLinks,
    section: 'shops',
    find: async (_desk, request) => {
      const form = Form.safeParse(request.body ?? {});
      if (!form.success) throw new PageError(400, 'What was ticked cannot be read.');
      const query = filterOfForm(groupList, request.body);
      const { decision } = form.data;
      const filter = await asPage(() => linkFilterOf(query, lookingOf(desk, request)));
      const pairs = await findPairs(desk, { ...form.data, filter });
      const ids = pairs.map(({ id }) => id);
      const groups = new Set(pairs.map((pair) => JSON.stringify(groupOf(pair))));
      const href = groups.size === 1 ? `${LINKS}/${ids[0] ?? ''}` : listAddress(LINKS, query);
      return {
        input: { decision, proposals: ids },
        place: { href, name: groups.size === 1 ? 'The two products' : 'Proposed links' },
        ...(ids.length > 1 && { sends: { ...query, decision, ids } }),
      };
    },
    byPost: {},
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
  const limit = MOST_LINKS_AT_ONCE + 1;
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
    if (found.length > MOST_LINKS_AT_ONCE)
      throw new PageError(400, `At most ${MOST_LINKS_AT_ONCE} pairs are decided at once: tick fewer.`);
  }
  return byVariant([...new Map(found.map((pair) => [pair.id, pair])).values()]);
}
