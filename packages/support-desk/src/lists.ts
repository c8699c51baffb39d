import { auditList } from './actions/audit-list';
import { alertList } from './alerts/alert-list';
import { callList } from './calls/call-list';
import { riskList } from './at-risk/risk-list';
import { runList } from './bulk-runs/run-list';
import { catalogueRunList } from './catalogue/catalogue-run-list';
import { unlinkedList } from './catalogue/unlinked-list';
import { caseList } from './cases/case-list';
import { causeList } from './dead-letters/cause-list';
import { messageList } from './dead-letters/message-list';
import type { List } from './engine/list-definition';
import { eventList } from './events/event-list';
import { firstList } from './first/first-list';
import { groupList } from './links/group-list';
import { pairList } from './links/pair-list';
import { waitingLinkList } from './links/waiting-list';
import { orderList } from './orders/order-list';
import { owedPairList } from './settlement/owed-pair-list';
import { returnedList } from './settlement/returned-list';
import { settledLineList } from './settlement/settled-line-list';
import { vatRateList } from './settlement/vat-list';
import { shopList } from './shops/shop-list';
import { mailList } from './shop-mails/mail-list';
import { shopFigureList } from './shop-figures/shop-figure-list';

/** Every list of the desk that is defined by `list`. */
export const LISTS: readonly List[] = [
  alertList,
  auditList,
  callList,
  caseList,
  catalogueRunList,
  causeList,
  eventList,
  firstList,
  groupList,
  messageList,
  mailList,
  orderList,
  owedPairList,
  pairList,
  returnedList,
  riskList,
  runList,
  settledLineList,
  shopList,
  shopFigureList,
  unlinkedList,
  vatRateList,
  waitingLinkList,
];
