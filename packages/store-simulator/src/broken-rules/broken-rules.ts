import type { BrokenRule } from './broken-rule';
import { AUTHENTICATION_RULES } from './rules/authentication';
import { CANCELLATION_RULES } from './rules/cancellation';
import { EVENTS_RULES } from './rules/events';
import { FULFILLMENT_RULES } from './rules/fulfillment';
import { INVENTORY_RULES } from './rules/inventory';
import { ORDERS_RULES } from './rules/orders';
import { PRODUCTS_RULES } from './rules/products';
import { RETURNS_RULES } from './rules/returns';
import { SALES_RULES } from './rules/sales';

/** Every rule a store can be made to break, each with the switch's id and the text of the rule. */
export const BROKEN_RULES: readonly BrokenRule[] = [
  ...AUTHENTICATION_RULES,
  ...PRODUCTS_RULES,
  ...INVENTORY_RULES,
  ...ORDERS_RULES,
  ...SALES_RULES,
  ...FULFILLMENT_RULES,
  ...CANCELLATION_RULES,
  ...RETURNS_RULES,
  ...EVENTS_RULES,
];
