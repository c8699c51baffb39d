import type { Check } from '../check';
import { CANCELLATION_TO_STORE } from './cancellation/cancellation';
import { FROM_STORE } from './from-store';
import { FULFILLMENT_TO_STORE } from './fulfillment/fulfillment';
import { INVENTORY_TO_STORE } from './inventory/inventory';
import { ORDERS_TO_STORE } from './orders/orders';
import { PRODUCTS_TO_STORE } from './products/products';
import { RETURNS_TO_STORE } from './returns/returns';

/** Every check of a rehearsal; within a step they are played in this order. */
export const CHECKS: readonly Check[] = [
  ...PRODUCTS_TO_STORE,
  ...INVENTORY_TO_STORE,
  ...ORDERS_TO_STORE,
  ...FULFILLMENT_TO_STORE,
  ...CANCELLATION_TO_STORE,
  ...RETURNS_TO_STORE,
  ...FROM_STORE,
];
