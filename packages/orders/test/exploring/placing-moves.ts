import { giveBack, isEnded, wake } from './effects';
import type { Book, OfferOne, ShippingOrder, World } from './world';

interface Given {
  book: Book;
  offer: OfferOne;
}

/** `POST /orders`, what a store and its worker do during it, and what people do about its outcome (D18, D23). */
export function placingMoves(world: World, one: ShippingOrder, given: Given): void {
  claims(world, one, given);
  if (one.call !== null) callMoves(one, given);
  storeMoves(world, one, given);
  supportMoves(world, one, given);
}

/** Commands come at any time: the sweep, a replay, a resend. */
function claims(world: World, one: ShippingOrder, { book, offer }: Given): void {
  const calls = {
    claim: 'did nothing',
    claimAgain: 'may have acted',
    claimRefused: 'did nothing',
    claimDisputed: 'disputed',
  } as const;
  for (const transition of ['claim', 'claimAgain', 'claimRefused', 'claimDisputed'] as const)
    offer(`a worker: ${transition}`, book.mayPlace(world, one, transition), (after, same) => {
      book.goShippingOrder(after, same, transition);
      same.call = calls[transition];
    });
}

function callMoves({ call, atStore, state }: ShippingOrder, { book, offer }: Given): void {
  const clean = call === 'did nothing';
  const wasTaken = atStore !== 'nothing';
  // Its claim has ended otherwise meanwhile: the outcome of the call is ignored.
  const overtaken = state !== 'sending' && state !== 'disputed';
  offer('the store takes it', !wasTaken, (_, same) => {
    same.atStore = 'has';
  });
  offer('an answer is lost amid the call', clean, (_, same) => {
    same.call = 'may have acted';
  });
  offer('the worker dies', true, (_, same) => {
    same.call = null;
  });
  const ended = (name: string, when: boolean, end: Parameters<OfferOne>[2]) =>
    offer(name, when, (after, same) => {
      if (!overtaken) end(after, same);
      same.call = null;
    });
  ended('a valid receipt', wasTaken, (after, same) => {
    book.goShippingOrder(after, same, 'place');
    wake(book, same);
  });
  ended('a 4xx, and surely nothing was done', clean && !wasTaken, (after, same) => {
    book.goShippingOrder(after, same, 'refuse');
    wake(book, same);
  });
  ended('a conflict, or a 4xx that proves nothing', wasTaken || !clean, (after, same) =>
    book.goShippingOrder(after, same, 'dispute'),
  );
  ended('nothing was sent', clean && !wasTaken, (after, same) => {
    book.goShippingOrder(after, same, 'recordNeverSent');
    wake(book, same);
  });
  ended('no answer', call === 'may have acted', (after, same) =>
    book.goShippingOrder(after, same, 'recordUnknown'),
  );
  ended('no answer, and no run is left', !clean, (after, same) =>
    book.goShippingOrder(after, same, 'dispute'),
  );
}

/** What a shop has, it ships; it reports its packages, and returns, early, late or never. */
function storeMoves(world: World, one: ShippingOrder, { book, offer }: Given): void {
  const { atStore, packages, returned } = one;
  offer('the shop ships', atStore === 'has', (_, same) => {
    same.atStore = 'shipped';
  });
  const knows = atStore === 'shipped' && !isEnded(world, one);
  offer('fulfillment.shipped', knows && packages < 2, (after, same) => {
    showPlaced(book, after, same);
    same.packages = same.packages === 0 && !after.wholePackages ? 1 : 2;
    if (same.packages === 2 && after.lines[same.line] === 'allocated') book.goLine(after, same.line, 'ship');
  });
  offer('return.created', knows && !returned && !world.wholePackages, (after, same) => {
    showPlaced(book, after, same);
    same.returned = true;
  });
}

function showPlaced(book: Book, world: World, one: ShippingOrder): void {
  book.goShippingOrder(world, one, one.state === 'refused' ? 'showRefusedPlaced' : 'showPlaced');
  // The claim ends with it, and the outcome of the call is ignored.
  one.call = null;
  wake(book, one);
}

/** Agents and leads; what they report of a shop's statement is true. */
function supportMoves(world: World, one: ShippingOrder, { book, offer }: Given): void {
  const { atStore } = one;
  const may = (transition: Parameters<Book['mayPlace']>[2]) => book.mayPlace(world, one, transition);
  offer('support: the shop has it', atStore !== 'nothing' && may('confirmPlaced'), (after, same) => {
    book.goShippingOrder(after, same, 'confirmPlaced');
    wake(book, same);
  });
  const hasNot = (atStore === 'nothing' || atStore === 'cancelled') && may('confirmNotPlaced');
  offer('support: the shop does not have it', hasNot, (after, same) => {
    book.goShippingOrder(after, same, 'confirmNotPlaced');
    if (same.stop) wake(book, same);
    else giveBack(book, after, same);
  });
  for (const transition of ['rerouteUnsent', 'rerouteRefused'] as const)
    offer(`re-routed: ${transition}`, may(transition), (after, same) =>
      giveBack(book, after, same, transition),
    );
}
