import { time } from '../engine/list';
import type { ShopHealth } from './shop-health';

/** `hub shop health --json`: a shop in the field names of the other commands. */
export function describeHealth(shop: ShopHealth) {
  const { held, catalogue, outOfSync, lastHour, circuit } = shop;
  return {
    shop: shop.shop,
    name: shop.name,
    capabilities: shop.capabilities,
    calls_held: held && {
      since: time(held.since),
      next_probe_at: time(held.nextProbeAt),
      because: held.because,
    },
    paused_until: time(shop.pausedUntil),
    circuit: { state: circuit.state, since: time(circuit.since), workers: circuit.workers },
    catalogue: catalogue && {
      state: catalogue.state,
      requested_at: time(catalogue.requestedAt),
      finished_at: time(catalogue.finishedAt),
      products: catalogue.products,
      variants: catalogue.variants,
      added: catalogue.added,
      changed: catalogue.changed,
      retired: catalogue.retired,
      faults: catalogue.faults,
      failure: catalogue.failure,
    },
    out_of_step: { quantities: outOfSync.count, oldest_since: time(outOfSync.oldestSince) },
    last_hour: {
      calls: lastHour.calls,
      failures: lastHour.failures,
      error_rate: lastHour.errorRate,
      operations: lastHour.operations.map(({ errorRate, ...operation }) => ({
        ...operation,
        error_rate: errorRate,
      })),
    },
    open_alerts: shop.openAlerts,
    open_dead_letters: shop.openDeadLetters,
  };
}
