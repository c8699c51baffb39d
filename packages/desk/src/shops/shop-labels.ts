import type { CapabilityState } from '@hub/database';
import type { StateLabel } from '../engine/cell';
import type { ShopHealth } from './shop-health';

/** From this many calls on, and this share of failures, a store counts as failing often. */
const OFTEN = { calls: 10, rate: 0.2 };

/** The states of a shop, the worst first. */
export const SHOP_STATES = ['held', 'away', 'look', 'failing', 'paused', 'well'] as const;
export type ShopState = (typeof SHOP_STATES)[number];

const SHOP_STATE_LABELS: Record<ShopState, StateLabel> = {
  held: { text: 'credentials refused', tone: 'bad' },
  away: { text: 'does not answer', tone: 'bad' },
  look: { text: 'needs a look', tone: 'warn' },
  failing: { text: 'calls fail often', tone: 'warn' },
  paused: { text: 'has paused shipping', tone: 'warn' },
  well: { text: 'healthy', tone: 'good' },
};

/** The state of a shop: the worst one counts. */
export function stateOfShop(shop: ShopHealth): ShopState {
  if (shop.held) return 'held';
  if (shop.circuit.state === 'open') return 'away';
  if (shop.outOfSync.count > 0 || shop.openAlerts > 0 || shop.openDeadLetters > 0) return 'look';
  if (isFailing(shop)) return 'failing';
  return shop.pausedUntil === null ? 'well' : 'paused';
}

/** Whether its store's calls fail often, whatever its state. */
export function isFailing({ lastHour: { calls, errorRate } }: ShopHealth): boolean {
  return calls >= OFTEN.calls && errorRate >= OFTEN.rate;
}

/** The label of a shop's state. */
export function healthText(shop: ShopHealth): StateLabel {
  return SHOP_STATE_LABELS[stateOfShop(shop)];
}

type CatalogueState = NonNullable<ShopHealth['catalogue']>['state'];

export const CATALOGUE_STATES: Record<CatalogueState, StateLabel> = {
  queued: { text: 'about to be read', tone: 'warn' },
  reading: { text: 'being read', tone: 'warn' },
  waiting: { text: 'waits: would retire most of the shop', tone: 'bad' },
  accepted: { text: 'accepted', tone: 'good' },
  refused: { text: 'refused', tone: 'bad' },
  failed: { text: 'not read to its end', tone: 'bad' },
};

/** `0.0312` → `3.1 %`. @param rate 0 … 1 */
export function rateText(rate: number): string {
  return `${Number((rate * 100).toFixed(1))} %`;
}

const MODES: Record<CapabilityState, StateLabel> = {
  off: { text: 'off', tone: 'quiet' },
  dry_run: { text: 'dry run: built, not sent', tone: 'warn' },
  live: { text: 'live', tone: 'good' },
  draining: { text: 'draining: no new orders', tone: 'warn' },
};

/** The label of a capability's state. */
export function modeText(mode: CapabilityState): StateLabel {
  return MODES[mode];
}

/** The label of one of the states of a shop. */
export function shopStateText(state: ShopState): string {
  return SHOP_STATE_LABELS[state].text;
}
