export type { ArticleFacts, ShopFacts, VariantFacts } from './facts';
export type { VariantKey } from './variant-key';
export { countedArticle } from './counted-article';
export { articlesOf, readArticleFacts } from './article-records';
export { lockVariants, type LockedVariant } from './lock-variants';

export { isHeldForLong, isSuspended } from './suspended-shops';
export { ruledOut, type Demand, type RuledOutReason } from './ruled-out';
export { notingFalls, type ArticleFall } from './note-falls';
export { networkQuantities, type NetworkQuantityTarget } from './network-quantities';

export { findAwaited, linesToServe, readSupply, STOCK_IS_ENOUGH, type OfferedStock } from './waiting-lines';

export { LockedStock, type RequestedPieces } from './locked-stock';
export { lockForMoves, moveReservations, variantsOfMoves } from './move-reservations';
export { reserveAgain } from './reserve-again';
export { reserve, reserveWhatIsFree, type ReservationRequest, type Reserved } from './reserve';
export {
  beginAttempt,
  markAttempt,
  markLinesPackaged,
  markNeverSent,
  markPlaced,
  openReservationsOf,
} from './mark-reservations';
export { fallsOf, pruneKeptFalls } from './kept-falls';
export { markLinesReturned } from './mark-returned';
export {
  blockReservations,
  pruneEndedReservations,
  liftBlock,
  releaseReservations,
} from './end-reservations';
export { applyStockReport, type StockReport } from './apply-stock-report';
export type { FreedStock } from './reservation-records';
