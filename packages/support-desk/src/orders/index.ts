export { headlineText } from './headline-text';
export { orderList } from './order-list';
export { findOrders, findOrdersByEmail, type FoundOrder } from './find-orders';
export { beginsWith, keyOf, searchKey, SHORTEST_BEGINNING } from './search-key';
export { findOrdersAlike, searchOrders, type Found } from './search-orders';
export { type FoundArticle } from './find-articles';
export type { ShopOfOrder } from './describe-decision-lines';
export { orderTimeline, type OrderTimeline } from './order-timeline';
export { revealCustomer, type CustomerData, type RevealedCustomer } from './reveal-customer';
export { calculationSteps } from './calculation-steps';
export { ORDER_HEADLINES, OrderHeadline } from './headline';
export {
  listOrders,
  orderListQuery,
  type ListedOrder,
  type OrderListPage,
  type OrderListQuery,
  type OrderPlace,
} from './list-orders';
export type { OrderListFilter } from './order-list-filter';
export * from './actions';
export { restOf } from './rest-of-order';
export { rerouteLabel } from './reroute-label';
export { askLead } from './ask-lead-mail';
export { askSellingShop, askShippingShop } from './ask-shop-mail';
export { closedLinesMail, type ShopMail } from './closed-lines-mail';
export { forecastReroutes, type RerouteForecast } from './forecast-reroutes';
export { standingsOf } from './standing';
export type { Standing } from './standing-facts';
