import { auditList } from './actions/audit-list';
import { alertList } from './alerts/alert-list';
import { callList } from './calls/call-list';
import { unlinkedList } from './catalogue/unlinked-list';
import { caseList } from './cases/case-list';
import type { List } from './engine/list';
import { eventList } from './events/event-list';
import { orderList } from './orders/order-list';

/** Every list of the desk that is defined by `list`. */
export const LISTS: readonly List[] = [
  alertList,
  auditList,
  callList,
  caseList,
  eventList,
  orderList,
  unlinkedList,
];
