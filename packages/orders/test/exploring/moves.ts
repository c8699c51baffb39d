import { cancellationMoves, cancelWholeOrder } from './cancellation-moves';
import { hasShipped } from './effects';
import { placingMoves } from './placing-moves';
import { copy, type Book, type Offer, type OfferOne, type ShippingOrder, type World } from './world';

/** A move that is possible now, and the world after it. */
export interface Move {
  name: string;
  world: World;
}

/**
 * Every move of stores, their people, customers, workers and support in a world.
 * @param most the maximum of shipping orders per order; which shop has one makes no difference
 */
export function movesOf(world: World, book: Book, most: number): Move[] {
  const moves: Move[] = [];
  const offer: Offer = (name, when, done) => {
    if (!when) return;
    const after = copy(world);
    done(after);
    moves.push({ name, world: after });
  };
  orderMoves(world, { book, offer, most });
  for (const [index, one] of world.shippingOrders.entries()) {
    const offerOne: OfferOne = (name, when, done) =>
      offer(`${name} (${index})`, when, (after) => {
        const same = after.shippingOrders[index];
        if (same) done(after, same);
      });
    placingMoves(world, one, { book, offer: offerOne });
    cancellationMoves(world, one, { book, offer: offerOne });
  }
  return moves;
}

/** Routing, and support's changes to lines and holds (D12, D19). */
function orderMoves(world: World, { book, offer, most }: { book: Book; offer: Offer; most: number }): void {
  const { order, lines, shippingOrders, dryRun } = world;
  offer('support ends the hold', order === 'held', (after) => book.goOrder(after, 'endHold'));
  const cancels = order === 'stopping' || (order !== 'stopped' && !shippingOrders.some(hasShipped));
  offer('the selling shop cancels', cancels, (after) => cancelWholeOrder(book, after));
  for (const [line, state] of lines.entries()) {
    const waits = state === 'waiting';
    const routed = waits && order === 'accepted' && shippingOrders.length < most;
    offer(`routing gives line ${line} to a shop`, routed, (after) => {
      book.goLine(after, line, 'allocate');
      book.used.add(`shipping order: ${dryRun ? 'rehearse' : 'plan'}`);
      after.shippingOrders.push(aShippingOrder(line, dryRun));
    });
    offer(`routing gives line ${line} to a shop, and calls`, routed && !dryRun, (after) => {
      book.goLine(after, line, 'allocate');
      book.used.add('shipping order: planClaimed');
      after.shippingOrders.push({ ...aShippingOrder(line, false), state: 'sending', call: 'did nothing' });
    });
    offer(`support closes line ${line}`, waits && order !== 'stopping' && order !== 'stopped', (after) =>
      book.goLine(after, line, 'close'),
    );
  }
}

export function aShippingOrder(line: number, dryRun: boolean): ShippingOrder {
  return {
    line,
    state: dryRun ? 'dry_run' : 'planned',
    atStore: 'nothing',
    call: null,
    stopRequested: false,
    packages: 0,
    returned: false,
    stop: null,
  };
}
