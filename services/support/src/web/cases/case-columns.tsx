import { caseReason, caseTitle, type ListedCase } from '@hub/support-desk';
import { State } from '../layout/state';
import { Time } from '../layout/time';
import type { Column } from '../lists/column';
import { CASES, caseState, extent } from './case-labels';

/** A case in a list. */
export const CASE_COLUMNS: readonly Column<ListedCase>[] = [
  {
    name: 'Case',
    head: true,
    text: caseTitle,
    cell: (one) => (
      <span class="says">
        <a href={`${CASES}/${one.id}`}>{caseTitle(one)}</a>
        {caseReason(one) !== null && (
          <>
            <br />
            <small>{caseReason(one)}</small>
          </>
        )}
      </span>
    ),
  },
  { name: 'Why', text: caseReason, fileOnly: true },
  { name: 'Orders', text: extent },
  {
    name: 'State',
    text: (one) => caseState(one).text,
    cell: (one) => <State {...caseState(one)} />,
  },
  {
    name: 'Shop',
    text: ({ shopName }) => shopName,
    cell: ({ shop, shopName }) =>
      shop === null ? <span class="soft">none</span> : <a href={`/shops/${shop}`}>{shopName}</a>,
  },
  { name: 'Opened', text: ({ openedAt }) => openedAt },
  {
    name: 'Oldest since',
    text: ({ since }) => since,
    cell: ({ since }) => since && <Time at={since} />,
  },
  { name: 'Closed', text: ({ closedAt }) => closedAt, fileOnly: true },
  { name: 'Ticket', text: ({ ticketUrl }) => ticketUrl, fileOnly: true },
  { name: 'Case id', text: ({ id }) => id, fileOnly: true },
];
