import { auditList } from './audit/audit-list';
import { alertList } from './alerts/alert-list';
import { callList } from './calls/call-list';
import { riskList } from './problems/risk-list';
import { runList } from './messages/runs/run-list';
import { catalogueRunList } from './catalogue/catalogue-run-list';
import { unlinkedList } from './catalogue/unlinked-list';
import { caseList } from './cases/case-list';
import { causeList } from './messages/cause-list';
import { messageList } from './messages/message-list';
import type { List } from './engine/list-definition';
import { eventList } from './events/event-list';
import { firstList } from './first/first-list';
import { groupList } from './links/group-list';
import { pairList } from './links/pair-list';
import { waitingLinkList } from './links/waiting-list';
import { orderList } from './orders/order-list';
import { owedPairList } from './money/owed-pair-list';
import { returnedList } from './money/returned-list';
import { settledLineList } from './money/settled-line-list';
import { vatRateList } from './money/vat-list';
import { shopList } from './shops/shop-list';
import { mailList } from './mails/mail-list';
import { shopFigureList } from './figures/shops/shop-figure-list';
import { tokenList } from './tokens/token-list';

/** Every list of the desk that is defined by `list`. */
export const LISTS = [
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
  tokenList,
  unlinkedList,
  vatRateList,
  waitingLinkList,
] as const satisfies readonly List[];
