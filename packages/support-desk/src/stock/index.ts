export { listBlocks, type StockBlock } from './blocks';
export { articleStock, type ArticleStock, type ArticleVariant } from './article-stock';
export { SAMPLED_AT_ONCE, sampleStock } from './sample-stock';
