import type { KitCall } from './call';
import { cancelOrder } from './cancel-order';
import { deliverTracking } from './deliver-tracking';
import { placeOrder } from './place-order';
import { readProducts } from './read-products';
import { registerReturn } from './register-return';
import { writeInventory } from './write-inventory';

export const CALLS: readonly KitCall[] = [
  readProducts,
  writeInventory,
  placeOrder,
  deliverTracking,
  cancelOrder,
  registerReturn,
];
