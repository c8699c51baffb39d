import { inTransaction, withoutEffect, type Tx } from '@hub/database';
import { z } from 'zod';
import { action, type Fault } from '../engine/action';
import { decidePairs, DECIDING_MS, sideOf, type Deciding, type LinkOutcome } from './decide-pairs';
import { PROPOSAL_COLUMN } from './link-file';
import { decidedText, recordsOf, refusalText } from './link-outcomes';
import { LINK_DECISIONS } from './next-link-state';
import { readLinkFile, type LinkOfLine } from './read-link-file';

const TITLE = 'Import decisions';
const NOTHING = 'The file decides on nothing: no line has a decision.';

/** Takes the decisions of an edited file, all of them or none: every fault is reported at once. */
export const importLinks = action({
  name: 'link.decide',
  role: 'lead',
  note: 'none',
  input: z.strictObject({ csv: z.string() }),
  ofShop: () => true,
  timeoutMs: DECIDING_MS,
  async ask(acting, { csv }) {
    const decide = () =>
      inTransaction(acting.db, (tx) => decideFile(tx, csv, acting), { timeoutMs: DECIDING_MS });
    const end = await withoutEffect(decide);
    if (end.kind === 'faulty') return { title: TITLE, happens: [], faults: end.faults };
    const { outcomes } = end;
    if (outcomes.length === 0) return { title: TITLE, happens: [NOTHING] };
    const happens = [decidedText(outcomes, sideOf(acting).by)];
    return { title: TITLE, happens, submit: 'Apply the file' };
  },
  async run(tx, { csv }, by) {
    const end = await decideFile(tx, csv, by);
    if (end.kind === 'faulty')
      return { kind: 'invalid', field: 'csv', says: 'nothing is applied', faults: end.faults };
    const { chosen, outcomes } = end;
    const answer = { decisions: outcomes.length };
    const [record, ...others] = recordsOf(chosen, outcomes, by);
    if (!record) return { kind: 'unchanged', says: NOTHING, answer };
    return { kind: 'done', says: decidedText(outcomes, sideOf(by).by), answer, record, others };
  },
});

type DecidedFile =
  | { kind: 'faulty'; faults: Fault[] }
  | { kind: 'decided'; chosen: LinkOfLine[]; outcomes: LinkOutcome[] };

/** A fault of one line leaves the others decided: the caller rolls back. */
async function decideFile(tx: Tx, csv: string, by: Deciding): Promise<DecidedFile> {
  const { chosen, faults } = readLinkFile(csv, LINK_DECISIONS[sideOf(by).by]);
  if (faults.length > 0) return { kind: 'faulty', faults };
  const outcomes = await decidePairs(tx, chosen, by);
  const refused = outcomes.flatMap((outcome, index) =>
    outcome.kind === 'done'
      ? []
      : [{ line: chosen[index]?.line, field: PROPOSAL_COLUMN, message: refusalText(outcome) }],
  );
  return refused.length > 0 ? { kind: 'faulty', faults: refused } : { kind: 'decided', chosen, outcomes };
}
