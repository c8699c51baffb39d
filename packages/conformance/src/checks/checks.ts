import type { Check } from '../check';
import { PRODUCTS_TO_STORE } from './products/products';

/** Every check of a rehearsal; within a step they are played in this order. */
export const CHECKS: readonly Check[] = [...PRODUCTS_TO_STORE];
