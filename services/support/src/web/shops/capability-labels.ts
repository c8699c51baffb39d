import type { ShopHealth } from '@hub/support-desk';
import type { StateLabel } from '../layout/state';

type Capability = keyof ShopHealth['capabilities'];
type Mode = ShopHealth['capabilities'][Capability];

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

const MODES: Record<Mode, StateLabel> = {
  off: { text: 'off', tone: 'quiet' },
  dry_run: { text: 'dry run: built, not sent', tone: 'warn' },
  live: { text: 'live', tone: 'good' },
  draining: { text: 'draining: no new orders', tone: 'warn' },
};

export function modeText(mode: Mode): StateLabel {
  return MODES[mode];
}
