export { actorOfContact, findContact, type Contact } from './access/contact';
export { makeLink, recordVisitEnd, takeLink, type LetIn } from './access/links';
export { linkAddress, mailLink, type LinkMail } from './access/link-mail';
export { DoorTokenView, findTokenHolder, issueToken, listTokens, revokeToken } from './access/tokens';
export { OrderSummary, OrderView, type OrderState, type OrderWord } from './orders/order-view';
export { listWaitingOrders, readOrder } from './orders/read-orders';
export { revealShipTo } from './orders/reveal-ship-to';
export type { Visit } from './visit';
