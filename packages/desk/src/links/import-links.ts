import { inTransaction, type Database } from '@hub/database';
import { decideLinksTogether, LINK_REFUSAL_LABELS, type LinkOutcome } from './decide-links';
import { PROPOSAL_COLUMN } from './link-file';
import type { LinkDecision, LinkSide } from './next-link-state';
import { readLinkFile, type LinkFileFault } from './read-link-file';

/** `faults`: nothing of the file was applied. */
export type LinkImport =
  | { kind: 'faults'; faults: LinkFileFault[] }
  | { kind: 'done'; decided: { decision: LinkDecision; outcome: LinkOutcome }[] };

export interface LinkFileGiven {
  text: string;
  side: LinkSide;
  /** As in the audit. */
  actor: string;
  now: Date;
}

const MOST_MS = 60_000;

const DECISIONS: Readonly<Record<LinkSide['by'], readonly LinkDecision[]>> = {
  shop: ['agree', 'refuse', 'undo'],
  lead: ['confirm', 'refuse', 'undo'],
};

/** Applies the decisions of an edited file, all of them or none: every fault is reported at once. */
export async function importLinks(db: Database, { text, ...by }: LinkFileGiven): Promise<LinkImport> {
  const { chosen, faults } = readLinkFile(text, DECISIONS[by.side.by]);
  if (faults.length > 0) return { kind: 'faults', faults };
  if (chosen.length === 0) return { kind: 'done', decided: [] };
  const work = inTransaction(
    db,
    async (tx) => {
      const outcomes = await decideLinksTogether(tx, chosen, by);
      const ends = chosen.flatMap(({ line, decision }, index) => {
        const outcome = outcomes[index];
        return outcome ? [{ line, decision, outcome }] : [];
      });
      const wrong = ends.flatMap(({ line, outcome }) => faultOf(line, outcome));
      if (wrong.length > 0) throw new NotApplied(wrong);
      return ends.map(({ decision, outcome }) => ({ decision, outcome }));
    },
    { timeoutMs: MOST_MS },
  );
  try {
    return { kind: 'done', decided: await work };
  } catch (error) {
    if (error instanceof NotApplied) return { kind: 'faults', faults: error.faults };
    throw error;
  }
}

class NotApplied extends Error {
  constructor(readonly faults: LinkFileFault[]) {
    super('a decision of the file cannot be taken');
  }
}

function faultOf(line: number, outcome: LinkOutcome): LinkFileFault[] {
  if (outcome.kind === 'done') return [];
  const message =
    outcome.kind === 'unknown' ? 'There is no proposal of this id.' : LINK_REFUSAL_LABELS[outcome.why];
  return [{ line, column: PROPOSAL_COLUMN, message }];
}
