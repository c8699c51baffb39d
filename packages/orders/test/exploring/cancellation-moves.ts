import { firstStopState } from '../../src/states/stop-states';
import { SHIPPING_ORDER_STATES } from '../../src/states/shipping-order-states';
import { endAsShipped, endAsStopped, hasShipped, settle, stopFreeLines, stopShippingOrder } from './effects';
import {
  holdsItsLine,
  isUnfinished,
  type Book,
  type OfferOne,
  type ShippingOrder,
  type Stop,
  type World,
} from './world';

interface Given {
  book: Book;
  offer: OfferOne;
}

/** `order.cancelled` of both kinds, an order taken back, `POST /cancel`, and what a shop says of it (D12, D21, D38). */
export function cancellationMoves(world: World, one: ShippingOrder, given: Given): void {
  cannotShip(one, given);
  takeBack(world, one, given);
  const { stop } = one;
  if (stop === null || !isUnfinished(stop)) return;
  command(one, stop, given);
  if (stop.call !== null) callMoves(one, stop, given);
  words(one, stop, given);
}

/** The selling shop cancels its whole order; again, while it is being stopped. */
export function cancelWholeOrder(book: Book, world: World): void {
  if (world.order === 'stopping') {
    for (const { stop } of world.shippingOrders) if (stop?.state === 'failed') book.goStop(stop, 'retry');
    return;
  }
  book.goOrder(world, 'cancel');
  for (const one of world.shippingOrders.filter(({ stop }) => stop === null)) {
    if (begin(book, one, 'whole order') === 'confirmed') stopShippingOrder(book, world, one);
  }
  stopFreeLines(book, world);
  settle(book, world);
}

function begin(book: Book, one: ShippingOrder, kind: Stop['kind']): Stop['state'] | null {
  const first = firstStopState(one.state);
  if (first === null) return null;
  const names = { confirmed: 'beginConfirmed', settling: 'beginSettling', due: 'beginDue' } as const;
  book.used.add(`stop: ${names[first]}`);
  one.stopRequested = true;
  one.stop = { state: first, kind, closes: false, asked: false, call: null, word: null };
  return first;
}

/** Its shop knows the id under which we know it, and reports that it cannot ship it. */
function cannotShip(one: ShippingOrder, { book, offer }: Given): void {
  const { state, stop } = one;
  const news = state === 'placed' && !hasShipped(one);
  offer('the shop cannot ship', news && stop === null, (_, same) => {
    begin(book, same, 'cannot ship');
  });
  const unasked =
    (stop?.kind === 'whole order' || stop?.kind === 'taken back') &&
    (stop.state === 'failed' || ((stop.state === 'due' || stop.state === 'settling') && !stop.asked));
  offer('the shop cannot ship what is to be stopped', news && unasked, (_, same) => {
    if (!same.stop) return;
    same.stop.kind = 'cannot ship';
    if (same.stop.state === 'failed') book.goStop(same.stop, 'retry');
  });
}

/** A lead takes it back, so that another shop ships it or none does (D38). */
function takeBack(world: World, one: ShippingOrder, { book, offer }: Given): void {
  const { state, stop } = one;
  const may =
    state === 'placed' && world.order === 'accepted' && !hasShipped(one) && holdsItsLine(world, one);
  for (const closes of [false, true])
    offer(`a lead takes it back${closes ? ', and closes it' : ''}`, may && stop === null, (_, same) => {
      begin(book, same, 'taken back');
      if (same.stop) same.stop.closes = closes;
    });
  offer('a lead takes it back again', stop?.kind === 'taken back' && stop.state === 'failed', (_, same) => {
    if (same.stop) book.goStop(same.stop, 'retry');
  });
}

/** `shipping-order.stop`, at any time. */
function command(one: ShippingOrder, stop: Stop, { book, offer }: Given): void {
  const idle = stop.call === null;
  const shipped = hasShipped(one) || stop.word === 'already_shipped';
  const has = SHIPPING_ORDER_STATES[one.state].atShop;
  const stopped = !shipped && (stop.word === 'confirmed' || has === 'nothing' || has === 'ended');
  const open = idle && !shipped && !stopped;
  offer('the stop ends: shipped', idle && shipped, (after, same) => endAsShipped(book, after, same));
  offer('the stop ends: no call is needed', idle && stopped, (after, same) =>
    endAsStopped(book, after, same),
  );
  offer('the placing is settled first', open && has === 'unknown', (_, same) => {
    if (same.stop) book.goStop(same.stop, 'settleFirst');
  });
  offer('a worker: POST /cancel', open && has === 'all', (_, same) => {
    if (!same.stop) return;
    // Claimed before, and never ended: it may have been called.
    same.stop.asked ||= same.stop.state === 'sending';
    book.goStop(same.stop, 'claim');
    same.stop.call = 'on its way';
  });
}

function callMoves(one: ShippingOrder, { call }: Stop, { book, offer }: Given): void {
  const onItsWay = call === 'on its way';
  const calls = (name: string, when: boolean, done: (stop: Stop, same: ShippingOrder) => void) =>
    offer(name, when, (_, same) => {
      if (same.stop) done(same.stop, same);
    });
  calls('the store gets the cancellation', onItsWay, (stop, same) => {
    stop.call = same.atStore === 'shipped' ? 'had shipped' : 'cancelled';
    if (same.atStore !== 'shipped') same.atStore = 'cancelled';
  });
  offer('the store confirms', call === 'cancelled', (after, same) =>
    hasShipped(same) ? endAsShipped(book, after, same) : endAsStopped(book, after, same),
  );
  offer('409 order_already_shipped', call === 'had shipped', (after, same) =>
    endAsShipped(book, after, same),
  );
  calls('the worker of the stop dies', true, (stop) => {
    stop.call = null;
  });
  const unstopped = (name: string, when: boolean, end: (stop: Stop) => void) =>
    offer(name, when, (after, same) => {
      if (!same.stop) return;
      end(same.stop);
      same.stop.call = null;
      settle(book, after);
    });
  unstopped('no answer to the cancellation', true, (stop) => {
    book.goStop(stop, 'again');
    stop.asked = true;
  });
  unstopped('the store may not be called', onItsWay, (stop) => book.goStop(stop, 'again'));
  unstopped('the store refuses to stop it', true, (stop) => {
    book.goStop(stop, 'fail');
    stop.asked ||= !onItsWay;
  });
}

/** The shop reports to an agent how it ended; its statement holds from then on. */
function words({ atStore, state, call }: ShippingOrder, stop: Stop, { offer }: Given): void {
  const may = call === null && stop.call === null && state !== 'sending' && stop.word === null;
  offer('support: the shop has stopped it', may && atStore !== 'shipped', (_, same) => {
    if (same.stop) same.stop.word = 'confirmed';
    if (same.atStore === 'has') same.atStore = 'cancelled';
  });
  offer('support: the shop has shipped it', may && atStore === 'shipped', (_, same) => {
    if (same.stop) same.stop.word = 'already_shipped';
  });
}
