export { type Contact, findContact } from './access/contact';
export { linkAddress, type LinkMail, mailLink } from './access/link-mail';
export { type LetIn, makeLink, recordVisitEnd, takeLink } from './access/links';
export { DoorTokenView, findTokenHolder, issueToken, listTokens, revokeToken } from './access/tokens';
export { Said } from './acts/acted';
export { sayCannotShip } from './acts/cannot-ship';
export { FailedCall, listFailedCalls, resendFailed } from './acts/failed-work';
export { sendTestEvent, TestEventAnswer } from './acts/send-test-event';
export { setBearerToken } from './acts/set-bearer-token';
export { CallSummary, CallView, listCalls, readCall } from './calls/read-calls';
export { listUnlinkedVariants, UNLINKED_WHY, UnlinkedView } from './catalogue/list-unlinked';
export { CatalogueView, readCatalogue } from './catalogue/read-catalogue';
export { doorPort } from './door-port';
export { figuresAsCsv, FiguresView, FigureView, readFigures } from './figures/read-figures';
export { type CapabilityOfRecord, GoLiveRecord, readRecord } from './golive/read-record';
export { LinksDecided, linksDecided } from './links/decide-links';
export { exportOwnLinks, LinkFileView, linksImported, LinkImportView } from './links/link-file';
export { LinkView, SHOP_DECISIONS, type ShopDecision } from './links/link-view';
export {
  LINK_LISTS,
  LinkGroupsView,
  LinkPairsView,
  listLinks,
  readLink,
  readOtherImageUrl,
} from './links/read-links';
export { listOwnMails, ShopMailView } from './mails/list-own-mails';
export { accountAsCsv } from './money/account-file';
export { AccountView, readAccount } from './money/read-account';
export { ClosedLineView, listClosedLines } from './orders/closed-lines';
export { OrderState, OrderStop, OrderSummary, OrderView } from './orders/order-view';
export { listWaitingOrders, readOrder } from './orders/read-orders';
export { revealShipTo } from './orders/reveal-ship-to';
export { FoundOrders, searchOwnOrders } from './orders/search-own-orders';
export { listQuantities, QuantityView } from './quantities/read-quantities';
export { EventSummary, EventView, listEvents, readEvent, revealEventBody } from './sent/read-events';
export { listSoldOrders, SoldOrderView } from './sold/list-sold-orders';
export { SoldLineState } from './sold/sold-line-state';
export { HeldCalls, PauseView, readHeldCalls, readPauses, readStore, StoreView } from './store/read-store';
export { readToday, TodayView } from './today/read-today';
export { actorOfVisit, type Visit } from './visit';
