export { needsAttention, type NeedsAttention } from './needs-attention';
