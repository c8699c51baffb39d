import { STORE_ENDPOINTS } from '@hub/contract';
import type { FailedCall } from '@hub/desk/door';
import { WORKS } from '@hub/desk/works';
import { ActionForm } from '../../web/layout/action-form';
import { None, Table } from '../layout/table';

/** Calls that failed permanently: once the cause is fixed at the store, they are sent again. */
export function FailedPage({ failed }: { failed: readonly FailedCall[] }) {
  return (
    <>
      <h1>Failed calls</h1>
      <p class="soft">Put the cause right at your store, then have them sent again.</p>
      <Table
        label="Failed calls"
        none="None."
        rows={failed}
        columns={[
          { name: 'Order', cell: (one) => one.order_id ?? <None /> },
          { name: 'Call', cell: (one) => STORE_ENDPOINTS[WORKS[one.kind].operation].endpoint },
          { name: 'Reference', cell: (one) => <span class="ref">{one.reference}</span> },
          { name: 'Why', cell: (one) => one.last_failure ?? <None /> },
          {
            name: 'Send again',
            cell: (one) => (
              <ActionForm
                action={`/failed/${encodeURIComponent(one.reference)}/resend`}
                label={`Send ${one.reference} again`}
              >
                <button type="submit">Send again</button>
              </ActionForm>
            ),
          },
        ]}
      />
    </>
  );
}
