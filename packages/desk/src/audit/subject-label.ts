import { labelOf } from '../words/label-of';

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

/** What an action was done to, for people: its name, its page if it has one, and the address of all actions on it. */
export function subjectLabel(
  subject: string,
  called?: string,
): { name: string; page: string | undefined; trail: string } {
  const [kind = '', ...rest] = subject.split(':');
  const id = rest.join(':');
  const page = PAGES[kind];
  return {
    name: called ?? `${labelOf(KINDS, kind)} ${id}`.trim(),
    page: page !== undefined && id !== '' ? `${page}/${encodeURIComponent(id)}` : undefined,
    trail: `/audit?${new URLSearchParams({ subject }).toString()}`,
  };
}
