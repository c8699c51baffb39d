import type { ShopHealth } from '@hub/desk/shops';

type Capability = keyof ShopHealth['capabilities'];

/** In the order in which they go live (contract, Go-live). */
export const CAPABILITIES: readonly { capability: Capability; name: string; means: string }[] = [
  { capability: 'products', name: 'Products', means: 'its catalogue is read' },
  {
    capability: 'inventory',
    name: 'Inventory',
    means: 'stock reports count, network quantities are written',
  },
  { capability: 'orders', name: 'Orders', means: 'it sells through the network and ships for others' },
  { capability: 'cancellation', name: 'Cancellation', means: 'orders are stopped before they ship' },
  { capability: 'returns', name: 'Returns', means: 'returns are registered' },
];
