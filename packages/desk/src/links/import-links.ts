import { inTransaction, withoutEffect, type Tx } from '@hub/database';
import { z } from 'zod';
import { action, type Fault } from '../engine/action';
import { decidePairs, sideOf, type Deciding, type LinkOutcome } from './decide-pairs';
import { PROPOSAL_COLUMN } from './link-file';
import { decidedText, LINK_DECIDED, recordsOf, refusalText } from './link-outcomes';
import { LINK_DECISIONS } from './next-link-state';
import { readLinkFile, type LinkOfLine } from './read-link-file';

/** The longest time that the decisions of a file, which are taken together, may take. */
const DECIDING_MS = 60_000;
const TITLE = 'Import decisions';
const NOTHING = 'The file decides on nothing: no line has a decision.';

/** Takes the decisions of an edited file, all of them or none: every fault is reported at once. */
export const importLinks = action({
  names: LINK_DECIDED,
  changes: true,
  command: 'link.import',
  role: 'lead',
  note: 'none',
  input: z.strictObject({ csv: z.string() }),
  ofShop: () => true,
  timeoutMs: DECIDING_MS,
  async ask(acting, { csv }) {
    const { chosen, faults } = readFile(csv, acting);
    if (faults.length > 0) return { title: TITLE, happens: [], faults };
    if (chosen.length === 0) return { title: TITLE, happens: [NOTHING] };
    const decide = () =>
      inTransaction(acting.db, (tx) => decideLines(tx, chosen, acting), { timeoutMs: DECIDING_MS });
    const end = await withoutEffect(decide);
    if (end.kind === 'faulty') return { title: TITLE, happens: [], faults: end.faults };
    const happens = [decidedText(end.outcomes, sideOf(acting).by)];
    return { title: TITLE, happens, submit: 'Apply the file' };
  },
  async run(tx, { csv }, by) {
    const { chosen, faults } = readFile(csv, by);
    const end = faults.length > 0 ? ({ kind: 'faulty', faults } as const) : await decideLines(tx, chosen, by);
    if (end.kind === 'faulty')
      return { kind: 'invalid', field: 'csv', says: 'nothing is applied', faults: end.faults };
    const { outcomes } = end;
    const answer = { decisions: outcomes.length };
    const [record, ...others] = recordsOf(chosen, outcomes, by);
    if (!record) return { kind: 'unchanged', says: NOTHING, answer };
    return { kind: 'done', says: decidedText(outcomes, sideOf(by).by), answer, record, others };
  },
});

const readFile = (csv: string, by: Deciding) => readLinkFile(csv, LINK_DECISIONS[sideOf(by).by]);

type DecidedLines = { kind: 'faulty'; faults: Fault[] } | { kind: 'decided'; outcomes: LinkOutcome[] };

/** A fault of one line leaves the others decided: the caller rolls back. */
async function decideLines(tx: Tx, chosen: readonly LinkOfLine[], by: Deciding): Promise<DecidedLines> {
  const outcomes = await decidePairs(tx, chosen, by);
  const refused = outcomes.flatMap((outcome, index) =>
    outcome.kind === 'done'
      ? []
      : [{ line: chosen[index]?.line, field: PROPOSAL_COLUMN, message: refusalText(outcome) }],
  );
  return refused.length > 0 ? { kind: 'faulty', faults: refused } : { kind: 'decided', outcomes };
}
