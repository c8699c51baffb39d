import type { ShopMailView } from '@hub/desk/door';
import { MAIL_STATES, mailCauseLabel } from '@hub/desk/mails';
import { State } from '../../web/layout/state';
import { Time, Zone } from '../../web/layout/time';
import { Further, Table, type Column } from '../layout/table';

const COLUMNS: readonly Column<ShopMailView>[] = [
  { name: 'When', cell: ({ made_at: at }) => <Time at={new Date(at)} /> },
  { name: 'About', cell: ({ cause }) => mailCauseLabel(cause) },
  { name: 'To', cell: ({ contact }) => contact },
  { name: 'Waiting', number: true, cell: ({ count }) => count },
  { name: 'Ids', cell: ({ named }) => <code>{named.join(', ')}</code> },
  { name: 'Now', cell: ({ state }) => <State {...MAIL_STATES[state]} /> },
];

/** What was reported to the shop by mail. */
export function MailsPage({ mails, next }: { mails: readonly ShopMailView[]; next: string | null }) {
  const refused = mails[0]?.state === 'refused' || mails[0]?.state === 'bounced';
  return (
    <>
      <h1>Mails to you</h1>
      <p class="soft">
        What waited for you, the newest first: at most one mail a day for each cause, to the contact{' '}
        <code>orders</code> of your sheet, else to <code>technical</code>. Times are in <Zone />.
      </p>
      {refused && (
        <p class="notice refused">
          Your mail server refused the last mail. Give the operator of the network another address.
        </p>
      )}
      <Table label="Mails to you" columns={COLUMNS} rows={mails} none="No mails." />
      <Further href="/mails?after=" next={next} />
    </>
  );
}
