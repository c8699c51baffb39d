import { describeEvidence, type ListedLinkProposal } from '@hub/support-desk';
import type { Column } from '../lists/column';

/** Proposals in a file, both variants in a line. */
export const LINK_COLUMNS: readonly Column<ListedLinkProposal>[] = [
  { name: 'Proposal', text: ({ id }) => id },
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
): Column<ListedLinkProposal>[] {
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
