import type { ShippingOrderTransition } from '../../src/states/shipping-order-states';
import { holdsItsLine, isUnfinished, type Book, type ShippingOrder, type Stop, type World } from './world';

/** The outcome of a placement is known: a stop that waited for it continues. */
export function wake(book: Book, { stop }: ShippingOrder): void {
  if (stop?.state === 'settling') book.goStop(stop, 'wake');
}

/** Its line waits for a shop again. */
export function giveBack(
  book: Book,
  world: World,
  one: ShippingOrder,
  transition?: ShippingOrderTransition,
): void {
  if (transition !== undefined) book.goShippingOrder(world, one, transition);
  if (world.lines[one.line] === 'allocated') book.goLine(world, one.line, 'giveBack');
}

/** Whether a package of it is refused, as nothing of it may ship any more (D9). */
export function isEnded(world: World, one: ShippingOrder): boolean {
  const { state, stop } = one;
  return (
    state === 'stopped' || stop?.state === 'confirmed' || (state === 'refused' && !holdsItsLine(world, one))
  );
}

/** Whether a cancellation finds that it has shipped (D11, D12, D13). */
export function hasShipped({ packages, returned, state, stop }: ShippingOrder): boolean {
  return packages > 0 || stop?.state === 'already_shipped' || (returned && state !== 'stopped');
}

/** Its shop has stopped it, or has nothing: its line stops with its order, or waits for another shop. */
export function endAsStopped(book: Book, world: World, one: ShippingOrder): void {
  const { stop } = one;
  if (!stop) throw new Error('no stop');
  book.goStop(stop, 'confirm');
  stop.call = null;
  stopShippingOrder(book, world, one);
  if (world.order === 'stopping') stopFreeLines(book, world);
  else if (world.lines[one.line] === 'allocated')
    book.goLine(world, one.line, stop.closes ? 'closeTaken' : 'giveBack');
  settle(book, world);
}

export function endAsShipped(book: Book, world: World, one: ShippingOrder): void {
  const { stop } = one;
  if (!stop) throw new Error('no stop');
  book.goStop(stop, 'overrule');
  stop.call = null;
  // The cancellation of one shipping order is overruled by its one stop.
  if (stop.kind !== 'whole order') one.stopRequested = false;
  settle(book, world);
}

export function stopShippingOrder(book: Book, world: World, one: ShippingOrder): void {
  if (one.state === 'stopped') return;
  const by = { placed: 'stopPlaced', disputed: 'stopDisputed' } as const;
  const transition = one.state === 'placed' || one.state === 'disputed' ? by[one.state] : 'stopUnsent';
  book.goShippingOrder(world, one, transition);
}

/** Lines of a cancelled order that no shipping order holds any more. */
export function stopFreeLines(book: Book, world: World): void {
  for (const [line, state] of world.lines.entries())
    if (isFree(world, line) && (state === 'waiting' || state === 'allocated'))
      book.goLine(world, line, 'stop');
}

function isFree({ shippingOrders }: World, line: number): boolean {
  return !shippingOrders.some((one) => one.line === line && one.state !== 'stopped');
}

/** Ends the cancellation of the whole order if it waits for nothing more. */
export function settle(book: Book, world: World): void {
  if (world.order !== 'stopping') return;
  const stops = world.shippingOrders.flatMap(({ stop }) => stop ?? []);
  if (stops.some(({ state }) => state === 'already_shipped')) {
    if (!stops.some((stop) => stop.kind === 'whole order' && mayHaveStopped(stop))) overrule(book, world);
    return;
  }
  if (stops.every(({ state }) => state === 'confirmed')) book.goOrder(world, 'stop');
}

/** Called, with unknown effect at the store. */
function mayHaveStopped({ state, asked }: Stop): boolean {
  return state === 'sending' || ((state === 'due' || state === 'failed') && asked);
}

function overrule(book: Book, world: World): void {
  book.goOrder(world, 'stand');
  for (const one of world.shippingOrders) {
    const { stop } = one;
    if (stop?.kind !== 'whole order') continue;
    if (isUnfinished(stop)) book.withdraw(one, stop);
    if (one.state !== 'stopped') one.stopRequested = false;
  }
  for (const [line, state] of world.lines.entries()) {
    if (state === 'stopped') book.goLine(world, line, 'reopen');
    if (state === 'allocated' && isFree(world, line)) book.goLine(world, line, 'giveBack');
  }
}
