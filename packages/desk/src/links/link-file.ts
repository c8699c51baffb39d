import { csvHead, csvRow } from '../engine/csv';
import { describeEvidence } from './describe-evidence';
import type { ListedLinkProposal } from './list-link-proposals';

/** A column of a file. */
export interface FileColumn<Row> {
  name: string;
  text: (row: Row) => string | number | Date | null;
}

/** The two columns that count when a file is read back (`readLinkFile`); the others are for reading only. */
export const PROPOSAL_COLUMN = 'Proposal';
export const DECISION_COLUMN = 'Decision';

/** Proposals in a file for the operator, both variants on one line, with a column for decisions. */
export const LINK_COLUMNS: readonly FileColumn<ListedLinkProposal>[] = [
  { name: PROPOSAL_COLUMN, text: ({ id }) => id },
  { name: DECISION_COLUMN, text: () => null },
  { name: 'State', text: ({ state }) => state },
  { name: 'How sure', text: ({ confidence }) => confidence },
  { name: 'Score', text: ({ score }) => score.toFixed(3) },
  ...sideColumns('', ({ a }) => a),
  ...sideColumns('Other ', ({ b }) => b),
  { name: 'For', text: ({ evidence }) => describeEvidence(evidence).pro.join('; ') },
  { name: 'Against', text: ({ evidence }) => describeEvidence(evidence).contra.join('; ') },
];

function sideColumns(
  other: string,
  side: (pair: ListedLinkProposal) => ListedLinkProposal['a'],
): FileColumn<ListedLinkProposal>[] {
  const named = (name: string) => (other === '' ? name : `${other}${name.toLowerCase()}`);
  return [
    { name: named('Shop'), text: (pair) => side(pair).shop },
    { name: named('Product'), text: (pair) => side(pair).title },
    { name: named('Brand'), text: (pair) => side(pair).brand },
    { name: named('Variant'), text: (pair) => side(pair).variantTitle },
    { name: named('Size'), text: (pair) => side(pair).size },
    { name: named('Barcode'), text: (pair) => side(pair).barcode },
    { name: named('Image'), text: (pair) => side(pair).imageUrl },
  ];
}

/** A whole file, with a header line. */
export function csvText<Row>(columns: readonly FileColumn<Row>[], rows: readonly Row[]): string {
  const lines = rows.map((row) => csvRow(columns.map(({ text }) => text(row))));
  return [csvHead(columns.map(({ name }) => name)), ...lines].join('');
}
