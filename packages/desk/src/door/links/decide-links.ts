import type { ActionEnd } from '../../engine/action';
import type { DecidedLink } from '../../links/decide-links';
import { z } from 'zod';
import type { Acted } from '../acts/acted';

const LinkOutcomeView = z.object({
  id: z.uuid(),
  state: z
    .enum(['open', 'agreed', 'confirmed', 'refused', 'undone'])
    .nullable()
    .describe('null: it stays as it was'),
  why_not: z.string().nullable(),
  order_lines_that_stay: z
    .int()
    .describe('of an undone link: order lines that are with one of the two shops for the other'),
});
export const LinksDecided = z.object({ outcomes: z.array(LinkOutcomeView) });
export type LinksDecided = z.output<typeof LinksDecided>;

/** What `decideLinks` answers at the door. Of several of which none is decided it says why of each; a single one is refused. */
export function linksDecided(
  end: ActionEnd<readonly DecidedLink[]>,
): Acted<LinksDecided> & { says?: string } {
  if (end.kind === 'done')
    return { kind: 'done', says: end.says, answer: { outcomes: end.answer.map(viewOf) } };
  if (end.kind !== 'refused') return { kind: 'unknown' };
  const { why, says, faults = [] } = end;
  if (why !== undefined) return { kind: 'refused', reason: why };
  const outcomes = faults.map(({ field: proposal, message: refusal }) =>
    viewOf({ proposal, state: null, refusal, order_lines_that_stay: 0 }),
  );
  return { kind: 'done', says, answer: { outcomes } };
}

function viewOf({ proposal: id, state, refusal, ...lines }: DecidedLink): LinksDecided['outcomes'][number] {
  return { id, state, why_not: refusal, ...lines };
}
