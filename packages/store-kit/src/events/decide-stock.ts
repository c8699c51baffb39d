import { instantFromMs, instantToIso } from '@hub/contract';
import type { StockRecord } from '../records';

const NS_PER_MS = 1_000_000n;

/** What to do about a figure of the platform, given what was reported of the place before. */
export type StockDecision =
  | { kind: 'older' | 'repeated' }
  | { kind: 'report'; changedAt: string; record: Pick<StockRecord, 'quantity' | 'changedAt' | 'asOf'> };

export interface StockFigure {
  quantity: number;
  asOf?: Date | undefined;
}

/**
 * `changed_at` is strictly later for each report of a place, by a nanosecond where the clock stands still or went back. A figure
 * that carries the platform's own time is dropped where a later one is known, or the same came before.
 */
export function decideStock(latest: StockRecord | null, figure: StockFigure, nowMs: number): StockDecision {
  const quantity = saleable(figure.quantity);
  const asOf = figure.asOf?.getTime() ?? null;
  if (latest !== null && latest.asOf !== null && asOf !== null) {
    if (asOf < latest.asOf) return { kind: 'older' };
    if (asOf === latest.asOf && quantity === latest.quantity) return { kind: 'repeated' };
  }
  const now = BigInt(Math.floor(nowMs)) * NS_PER_MS;
  const last = latest === null || latest.changedAt === null ? null : BigInt(latest.changedAt);
  const changedAt = last !== null && last >= now ? last + 1n : now;
  return {
    kind: 'report',
    changedAt: isoOf(changedAt),
    record: { quantity, changedAt: String(changedAt), asOf: asOf ?? latest?.asOf ?? null },
  };
}

/** No quantity is negative, though a shop takes orders that it is short of. */
export function saleable(quantity: number): number {
  return Math.max(0, Math.floor(quantity));
}

function isoOf(nanoseconds: bigint): string {
  const ms = Number(nanoseconds / NS_PER_MS);
  const below = String(nanoseconds % NS_PER_MS).padStart(6, '0');
  return instantToIso(instantFromMs(ms)).replace('Z', `${below}Z`);
}
