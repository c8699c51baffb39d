import { LinkProposalState } from '@hub/database';
import { decideLinks, LINK_REFUSAL_LABELS, type LinkOutcome } from '../links/decide-links';
import { describePair } from '../links/pair-list';
import { importLinks } from '../links/import-links';
import { listLinkProposals } from '../links/list-link-proposals';
import { z } from 'zod';
import { act, look } from './command';
import { CommandFault } from './command-fault';
import { oneOf } from './fields';

/** One proposal. */
export const linkShow = look({
  input: z.strictObject({ proposal: z.uuid() }),
  run: async ({ db }, { proposal }) => {
    const states = Object.values(LinkProposalState);
    const [found] = await listLinkProposals(db, { ids: [proposal], states, limit: 1 });
    if (!found) throw new CommandFault('unknown', ['there is no such proposal']);
    return describePair(found);
  },
});

const MOST_AT_ONCE = 200;

/** Links, refuses or undoes proposals, each separately. */
export const linkDecide = act({
  role: 'lead',
  input: z.strictObject({
    decision: oneOf(['confirm', 'refuse', 'undo']),
    proposals: z.array(z.uuid()).min(1).max(MOST_AT_ONCE),
  }),
  run: async ({ db, actor, now }, { decision, proposals }) => {
    const by = { decision, side: { by: 'lead' }, actor, now: new Date(now) } as const;
    const outcomes = await decideLinks(db, proposals, by);
    if (outcomes.every(({ kind }) => kind !== 'done'))
      throw new CommandFault('refused', outcomes.map(refusalOf));
    return outcomes.map((outcome) => ({
      proposal: outcome.id,
      state: outcome.kind === 'done' ? outcome.state : null,
      refusal: outcome.kind === 'done' ? null : refusalOf(outcome),
      order_lines_that_stay: outcome.kind === 'done' ? outcome.allocated : 0,
    }));
  },
});

/** Applies the decisions of an edited file, all or none: every fault is reported at once. */
export const linkImport = act({
  role: 'lead',
  input: z.strictObject({ csv: z.string() }),
  run: async ({ db, actor, now }, { csv }) => {
    const end = await importLinks(db, { text: csv, side: { by: 'lead' }, actor, now: new Date(now) });
    if (end.kind === 'done') return { decisions: end.decided.length };
    const lines = end.faults.map(
      ({ line, column, message }) => `line ${line}${column === null ? '' : `, ${column}`}: ${message}`,
    );
    throw new CommandFault('invalid', ['nothing is applied', ...lines], 'csv');
  },
});

function refusalOf(outcome: LinkOutcome): string {
  const why = outcome.kind === 'refused' ? LINK_REFUSAL_LABELS[outcome.why] : 'There is no such proposal.';
  return `${outcome.id}: ${why}`;
}
