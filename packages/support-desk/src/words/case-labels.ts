import { alertName } from '@hub/alerts';
import { messageLabel } from '@hub/messaging/message-map';
import type { RiskSituation } from '../at-risk/situations';
import type { EntryKind } from '../cases/case-entries';
import type { ListedCase } from '../cases/list-cases';
import { whyHeld, whyWaiting } from '../orders/reason-texts';
import { labelOf } from './label-of';
import { plainFailure } from './plain-failure';
import { reasonLabel } from './reason-label';

/** A message that could not decide an order is one of the messages that fail. */
type CauseOfOrders = Exclude<RiskSituation, 'undecided'> | 'orders_off' | 'message';

type CauseOf = Pick<ListedCase, 'kind' | 'shopName' | 'about'>;

/** What failed, by kind of cause; alerts have their own names. */
const TITLES: Readonly<Record<CauseOfOrders, (shop: string) => string>> = {
  store_away: (shop) => `Calls to the store of ${shop} are suspended`,
  orders_off: (shop) => `Orders of ${shop} are switched off with paid lines open there`,
  message: () => 'Messages fail',
  refused: (shop) => `${shop} refused paid lines`,
  disputed: (shop) => `${shop} may or may not have paid lines`,
  placing: (shop) => `Paid lines do not reach ${shop}`,
  waiting: (shop) => `No shop for a line of ${shop}`,
  not_shipped: (shop) => `${shop} has not shipped paid lines in time`,
  order_held: (shop) => `Orders of ${shop} are held`,
  stop_unfinished: (shop) => `${shop} does not confirm that it stopped orders`,
  rest_not_shipped: (shop) => `The rest of orders partly shipped by ${shop} may not ship`,
  tracking_owed: (shop) => `${shop} is not notified of parcels`,
  return_owed: (shop) => `${shop} is not notified of returns`,
  return_waiting: (shop) => `Returns reported by ${shop} wait for support`,
  event_refused: (shop) => `Packages, cancellations or returns that ${shop} sent are refused`,
  refused_at_door: (shop) => `Orders that ${shop} sent are refused`,
};

const titles: Readonly<Partial<Record<string, (shop: string) => string>>> = TITLES;

/** What failed, such as `Fjord Sport refused paid lines`. */
export function caseTitle({ kind, shopName }: CauseOf): string {
  const title = titles[kind];
  if (title) return title(shopName ?? 'a shop');
  return shopName === null ? alertName(kind) : `${alertName(kind)}: ${shopName}`;
}

/** Why, as far as it is known; null: the title says it all. */
export function caseReason({ kind, about }: CauseOf): string | null {
  if (about === '') return null;
  const [first = '', ...rest] = about.split(' ');
  if (kind === 'waiting')
    return [whyWaiting(first), ...rest.map((variant) => `variant ${variant}`)].join(', ');
  if (kind === 'order_held') return whyHeld(about);
  if (kind === 'message') return `${messageOfQueue(first)}: ${reasonLabel(rest.join(' '))}`;
  return plainFailure(about);
}

/** A queue's label, from its service and message type; a queue of another release by its name. */
function messageOfQueue(queue: string): string {
  return messageLabel(queue.slice(queue.indexOf('.') + 1)) ?? queue;
}

const ENTRIES: Record<EntryKind, string> = {
  opened: 'It was opened',
  grown: 'It has grown',
  followed: 'What is in it has another cause by now',
  merged: 'It was merged into another case of the same cause',
  woken: 'The snooze ended',
  closed: 'It was closed',
  taken: 'took it',
  handed_over: 'handed it over',
  released: 'gave it back',
  snoozed: 'snoozed it',
  noted: 'wrote',
  linked: 'linked it to a ticket',
};

/** What happened, such as `took it`; after the actor's name, if there is one. */
export function entryLabel(kind: string): string {
  return labelOf(ENTRIES, kind);
}
