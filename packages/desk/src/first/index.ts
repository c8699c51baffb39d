export { firstList } from './first-list';
export { type NeedsAttention, needsAttention } from './needs-attention';
