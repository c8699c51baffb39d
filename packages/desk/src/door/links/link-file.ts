import type { Database, LinkProposalState } from '@hub/database';
import type { ActionEnd } from '../../engine/action';
import { csvText, DECISION_COLUMN, PROPOSAL_COLUMN, type FileColumn } from '../../links/link-file';
import { listLinkProposals } from '../../links/list-link-proposals';
import { z } from 'zod';
import { linkViewOf, type LinkView } from './link-view';

/** Maximum of pairs in a file, the best first. */
const MOST_IN_FILE = 5_000;

const COLUMNS: readonly FileColumn<LinkView>[] = [
  { name: PROPOSAL_COLUMN, text: ({ id }) => id },
  { name: DECISION_COLUMN, text: () => null },
  { name: 'State', text: ({ state }) => state },
  { name: 'Agreed by', text: ({ agreed_by: agreedBy }) => agreedBy },
  { name: 'How sure', text: ({ confidence }) => confidence },
  { name: 'Score', text: ({ score }) => score.toFixed(3) },
  { name: 'Your variant id', text: ({ yours }) => yours.variant_id },
  ...sideColumns('Your', ({ yours }) => yours),
  ...sideColumns('Other', ({ other }) => other),
  { name: 'For', text: ({ speaks_for: pro }) => pro.join('; ') },
  { name: 'Against', text: ({ speaks_against: contra }) => contra.join('; ') },
];

function sideColumns(
  whose: string,
  side: (pair: LinkView) => Omit<LinkView['other'], 'has_image'>,
): FileColumn<LinkView>[] {
  return [
    { name: `${whose} product`, text: (pair) => side(pair).title },
    { name: `${whose} brand`, text: (pair) => side(pair).brand },
    { name: `${whose} variant`, text: (pair) => side(pair).variant_title },
    { name: `${whose} size`, text: (pair) => side(pair).size },
    { name: `${whose} barcode`, text: (pair) => side(pair).barcode },
  ];
}

export const LinkFileView = z.object({
  csv: z
    .string()
    .describe(`the ${MOST_IN_FILE} best at most; write agree, refuse or undo into the column Decision`),
});
export type LinkFileView = z.output<typeof LinkFileView>;

/** The shop's proposals as a file to edit: all undecided ones, or all decided ones. */
export async function exportOwnLinks(
  db: Database,
  { shopId, isDecided }: { shopId: number; isDecided: boolean },
): Promise<LinkFileView> {
  const states: LinkProposalState[] = isDecided ? ['confirmed', 'refused', 'undone'] : ['open', 'agreed'];
  const pairs = await listLinkProposals(db, { shopId, states, limit: MOST_IN_FILE });
  return {
    csv: csvText(
      COLUMNS,
      pairs.map((pair) => linkViewOf(pair, shopId)),
    ),
  };
}

export const LinkImportView = z.object({
  applied: z.boolean().describe('false: nothing of the file was, for `faults` or as it was only tried'),
  decisions: z.int().describe('how many the file holds'),
  faults: z.array(
    z.object({
      line: z.int(),
      column: z.string().nullable().describe('null: the line as a whole'),
      message: z.string(),
    }),
  ),
});
export type LinkImportView = z.output<typeof LinkImportView>;

/** What `importLinks` answers at the door. */
export function linksImported(
  end: Extract<ActionEnd<{ decisions: number }>, { kind: 'done' | 'invalid' }>,
  { isTried }: { isTried: boolean },
): LinkImportView {
  if (end.kind === 'done') return { applied: !isTried, decisions: end.answer.decisions, faults: [] };
  const faults = (end.faults ?? []).map(({ line = 1, field, message }) => ({
    line,
    column: field || null,
    message,
  }));
  return { applied: false, decisions: 0, faults };
}
