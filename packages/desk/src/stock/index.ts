export { type ArticleStock, articleStock, type ArticleVariant } from './article-stock';
export { listBlocks, type StockBlock } from './blocks';
export { SAMPLED_AT_ONCE, sampleStock } from './sample-stock';
export { pruneEndedReservations } from '@hub/stock';
