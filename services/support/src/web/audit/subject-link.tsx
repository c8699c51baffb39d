import { labelOf } from '@hub/support-desk';
import { WithIds } from '../lists/with-ids';

/** The page of each kind of subject; others have none. */
const PAGES: Readonly<Record<string, string>> = {
  dead_letter: '/dead-letters',
  bulk_run: '/dead-letters/runs',
  alert: '/alerts',
  case: '/cases',
  order: '/orders',
  shop: '/shops',
  link: '/links',
  routing_policy: '/routing/policies',
  routing_lab: '/routing/lab',
};

/** Every kind of subject. */
const KINDS: Readonly<Record<string, string>> = {
  account: 'account',
  alert: 'alert',
  bulk_run: 'bulk run',
  case: 'case',
  database: 'database',
  dead_letter: 'failed message',
  desk_token: 'token',
  installation: 'installation',
  link: 'link',
  order: 'order',
  orders: 'orders',
  return: 'return',
  routing_lab: 'trial of a routing policy',
  routing_policy: 'routing policy',
  sent_event: 'sent event',
  shop: 'shop',
  variant: 'variant',
  vat: 'VAT rates of',
};

/** The subject of an action, with links to it and to all actions on it. */
export function SubjectLink({ subject, called }: { subject: string; called?: string | undefined }) {
  const [kind = '', ...rest] = subject.split(':');
  const id = rest.join(':');
  const page = PAGES[kind];
  const name = called ?? `${labelOf(KINDS, kind)} ${id}`.trim();
  const shown = <WithIds text={name} />;
  return (
    <>
      {page !== undefined && id !== '' ? <a href={`${page}/${encodeURIComponent(id)}`}>{shown}</a> : shown}{' '}
      <a
        class="trail-of"
        href={`/audit?${new URLSearchParams({ subject })}`}
        aria-label={`trail of ${name}: all that was done to it`}
      >
        trail
      </a>
    </>
  );
}
