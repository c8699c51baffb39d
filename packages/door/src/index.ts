export { findContact, type Contact } from './access/contact';
export { makeLink, recordVisitEnd, takeLink, type LetIn } from './access/links';
export { linkAddress, mailLink, type LinkMail } from './access/link-mail';
export { DoorTokenView, findTokenHolder, issueToken, listTokens, revokeToken } from './access/tokens';
export {
  OrderSummary,
  OrderView,
  type OrderState,
  type OrderStop,
  type OrderWord,
} from './orders/order-view';
export { listWaitingOrders, readOrder } from './orders/read-orders';
export { FoundOrders, searchOwnOrders } from './orders/search-own-orders';
export { readToday, TodayView } from './today/read-today';
export { listOwnMails, ShopMailView } from './mails/list-own-mails';
export { listSoldOrders, SoldOrderView } from './sold/list-sold-orders';
export { type SoldLineState } from './sold/sold-line-state';
export { ClosedLineView, listClosedLines } from './orders/closed-lines';
export { revealShipTo } from './orders/reveal-ship-to';
export { CallSummary, CallView, listCalls, readCall } from './calls/read-calls';
export { CatalogueView, readCatalogue } from './catalogue/read-catalogue';
export { listUnlinkedVariants, UNLINKED_WHY, UnlinkedView } from './catalogue/list-unlinked';
export { decideOwnLinks, foreseeLinks, LinksDecided, MOST_LINKS_AT_ONCE } from './links/decide-links';
export { exportOwnLinks, importOwnLinks, LinkFileView, LinkImportView } from './links/link-file';
export { LinkView, SHOP_DECISIONS, type ShopDecision } from './links/link-view';
export {
  LINK_LISTS,
  LinkGroupsView,
  LinkPairsView,
  listLinks,
  readLink,
  readOtherImageUrl,
} from './links/read-links';
export { listQuantities, QuantityView } from './quantities/read-quantities';
export { figuresAsCsv, FiguresView, readFigures, type FigureView } from './figures/read-figures';
export { accountAsCsv } from './money/account-file';
export { AccountView, readAccount } from './money/read-account';
export { GoLiveRecord, readRecord, type CapabilityOfRecord } from './golive/read-record';
export { EventSummary, EventView, listEvents, readEvent, revealEventBody } from './sent/read-events';
export { Said, type Acted } from './acts/acted';
export { sayCannotShip } from './acts/cannot-ship';
export { FailedCall, listFailedCalls, resendFailed } from './acts/failed-work';
export { setBearerToken } from './acts/set-bearer-token';
export {
  readHeldCalls,
  readPauses,
  readStore,
  StoreView,
  type HeldCalls,
  type PauseView,
} from './store/read-store';
export { sendTestEvent, TestEventAnswer } from './acts/send-test-event';
export { doorPort } from './door-port';
export { actorOfVisit, type Visit } from './visit';
