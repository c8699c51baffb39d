import { LIMITS } from '@hub/contract';
import { STORE_TIMEOUT_MS } from '../hub';
import { titlesOf, type Arrival, type Journal, type SupplyChange } from '../journal';

/** So long before an order's own deduction a decrease may count as that order's (D17): for clocks, and while an attempt takes. */
const MISTAKEN_WITHIN_MS = LIMITS.stockClockToleranceMs + 2 * STORE_TIMEOUT_MS;

/**
 * Never more pieces of a shop are promised than its reports handled by then allow (D17).
 *
 * A shop's supply of a variant is what it had at first and every change by its own doing since; what it ships for others
 * does not change it. Whenever a shipping order arrives, the pieces promised by then must not exceed a supply that the hub
 * may have known when it decided the last of them. It decided after the last of those orders was sold: so at least
 * by the latest report answered before that, and at most by one sent before the arrival. By D17 the hub takes what a shop sold
 * itself just before it deducted an order for that deduction, until a later report sets it right.
 */
export function judgePromises(journal: Journal, piecesAtFirst: number): string[] {
  const soldAt = new Map(
    journal.sales.flatMap((sale) => sale.lines.map(({ title }) => [title, sale.soldAt])),
  );
  return [...byVariant(journal.arrivals)].flatMap(([variantId, arrivals]) => {
    const changes = journal.supply.get(variantId) ?? [];
    const supplies = suppliesOf(changes, piecesAtFirst);
    return arrivals.flatMap((arrival, index) => {
      const soFar = arrivals.slice(0, index + 1);
      const promised = soFar.reduce((sum, one) => sum + livePieces(one, variantId), 0);
      const lastSold = Math.max(
        ...soFar.flatMap(({ order }) => titlesOf(order).map((title) => soldAt.get(title) ?? 0)),
      );
      const known = mostAllowed(supplies, { from: lastSold, to: arrival.at });
      const mistaken = piecesMistaken(changes, soFar, lastSold);
      return promised > known + mistaken
        ? [
            `${arrival.shop} was promised for ${promised} of ${variantId}, at most ${known} were known` +
              (mistaken > 0 ? ` and ${mistaken} mistaken: ` : ': ') +
              `${describeSupply(changes, arrival.at)}; ${describeArrivals(soFar, variantId)}`,
          ]
        : [];
    });
  });
}

/** Pieces that a shop sold itself, and that count as an order's as long as no later report was handled. */
function piecesMistaken(
  changes: readonly SupplyChange[],
  arrivals: readonly Arrival[],
  decidedAt: number,
): number {
  const open = arrivals
    .flatMap(({ deductedAt }) => deductedAt)
    .filter((at) => !changes.some((later) => later.at >= at && later.handledAt <= decidedAt));
  return changes
    .filter(({ delta, at }) => delta < 0 && open.some((of) => at <= of && of - at <= MISTAKEN_WITHIN_MS))
    .reduce((sum, { delta }) => sum - delta, 0);
}

function byVariant(arrivals: readonly Arrival[]): Map<string, Arrival[]> {
  const found = new Map<string, Arrival[]>();
  for (const arrival of arrivals)
    for (const variantId of new Set(arrival.order.lines.map((line) => line.variantId)))
      found.set(variantId, [...(found.get(variantId) ?? []), arrival]);
  return found;
}

/** What is stopped by now was perhaps not at that time; it is left out, in favour of the hub. */
function livePieces({ order }: Arrival, variantId: string): number {
  if (order.status === 'cancelled') return 0;
  return order.lines
    .filter((line) => line.variantId === variantId)
    .reduce((sum, { quantity }) => sum + quantity, 0);
}

interface Supply {
  pieces: number;
  sentAt: number;
  handledAt: number;
}

function suppliesOf(changes: readonly SupplyChange[], piecesAtFirst: number): Supply[] {
  let pieces = piecesAtFirst;
  const first = { pieces, sentAt: 0, handledAt: 0 };
  const later = changes.map(({ at, delta, handledAt }) => {
    pieces += delta;
    return { pieces, sentAt: at, handledAt };
  });
  return [first, ...later];
}

function mostAllowed(supplies: readonly Supply[], { from, to }: { from: number; to: number }): number {
  const known = supplies.findLastIndex(({ handledAt }) => handledAt <= from);
  const possible = supplies.slice(known).filter(({ sentAt }) => sentAt <= to);
  return Math.max(...possible.map(({ pieces }) => pieces));
}

const AROUND_MS = 30_000;

/** What the shop did itself around that time, to find the reason. Seconds before and after the arrival. */
function describeSupply(changes: readonly SupplyChange[], at: number): string {
  const seconds = (moment: number): string => ((moment - at) / 1_000).toFixed(2);
  return changes
    .filter(({ at: sentAt, handledAt }) => sentAt <= at && handledAt >= at - AROUND_MS)
    .map(
      ({ delta, at: sentAt, handledAt }) => `${delta} at ${seconds(sentAt)}, handled ${seconds(handledAt)}`,
    )
    .join('; ');
}

/** What had arrived shortly before the last of them. */
function describeArrivals(arrivals: readonly Arrival[], variantId: string): string {
  const at = arrivals.at(-1)?.at ?? 0;
  return arrivals
    .filter((arrival) => arrival.at >= at - AROUND_MS)
    .map(
      (arrival) =>
        `${livePieces(arrival, variantId)} arrived at ${((arrival.at - at) / 1_000).toFixed(2)} as ${arrival.order.orderId}`,
    )
    .join('; ');
}
