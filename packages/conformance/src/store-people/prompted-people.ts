import { NotRun } from '../check-ending';
import type { Arrival } from '../inbound/arrival';
import type { Inbox } from '../inbound/inbox';
import type { People, SaleLine } from '../people';
import { timeLimit } from '../time-limit';
import { soldOrder } from './captured-sales';
import type { Terminal } from './terminal';

const SKIPPED = "skipped by the store's people";

/**
 * The store's people at a terminal: told what to do now, step by step. What makes the store send an event goes on as
 * soon as that event comes; all else, when they press Enter.
 */
export function promptedPeople(inbox: Inbox, terminal: Terminal): People {
  const { waitMs, signal } = inbox.options;
  const limit = (): AbortSignal =>
    signal ? AbortSignal.any([timeLimit(waitMs), signal]) : timeLimit(waitMs);

  /** Resolves once the event has come, or they say that it is done; null where the time is over. Throws NotRun where they skip it. */
  async function until(task: string, matches: (arrival: Arrival) => boolean): Promise<Arrival | true | null> {
    const mark = inbox.mark;
    const over = new AbortController();
    const typed = terminal.ask(
      `${task}\n  The run goes on when its event comes; Enter where it is done, s to skip`,
      AbortSignal.any([over.signal, limit()]),
    );
    const arrived = inbox.waitFor(mark, matches, AbortSignal.any([over.signal, limit()]));
    const first = await Promise.race([arrived, typed.then((text) => ({ text }))]);
    over.abort();
    if (first === null || !('text' in first)) return first;
    if (first.text === null) return null;
    if (isSkip(first.text)) throw new NotRun(SKIPPED);
    // Done, and the event may still be on its way.
    return (await inbox.waitFor(mark, matches, inbox.options.arriveMs)) ?? true;
  }

  const act = async (task: string, event: string): Promise<true | null> => {
    const ended = await until(task, (arrival) => arrival.event === event);
    return ended === null ? null : true;
  };
  const say = async (task: string): Promise<true | null> => {
    const text = await terminal.ask(`${task}\n  Enter when it is done, s to skip`, limit());
    if (text !== null && isSkip(text)) throw new NotRun(SKIPPED);
    return text === null ? null : true;
  };
  const count = async (question: string): Promise<number | null> => {
    const text = await terminal.ask(`${question} (a number, s to skip)`, limit());
    return text !== null && /^\d+$/.test(text.trim()) ? Number(text) : null;
  };
  const isYes = async (question: string): Promise<boolean | null> => {
    const text = await terminal.ask(`${question} (y or n)`, limit());
    return text === null ? null : /^y/i.test(text.trim());
  };

  return {
    async sell(lines) {
      const ended = await until(
        `Sell in one paid order: ${lines.map(describeLine).join('; ')}.`,
        ({ event }) => event === 'order.created',
      );
      return ended === null || ended === true ? null : soldOrder(ended);
    },
    cancelSale: (orderId) => act(`Cancel the whole order ${orderId}.`, 'order.cancelled'),
    takeSaleBack: (orderId) =>
      act(
        `Where your platform reports returns of its own orders: take the goods of order ${orderId} back. Else skip.`,
        'return.created',
      ),
    changeStock: ({ variantId, locationId, quantity }) =>
      act(
        `Set the stock of variant ${variantId} at location ${locationId} to ${quantity}.`,
        'inventory.updated',
      ),
    ship: ({ orderId, lines }) =>
      act(
        `Ship from order ${orderId} one package with ${lines.map(({ quantity, externalRef }) => `${quantity} of line ${externalRef}`).join(', ')}.`,
        'fulfillment.shipped',
      ),
    cannotShip: ({ orderId }) =>
      act(`Say that you cannot ship order ${orderId}: cancel it as a whole.`, 'order.cancelled'),
    takeBack: ({ orderId }) =>
      act(`The goods of order ${orderId} are back: process the return of the whole order.`, 'return.created'),
    listVariant: (variantId, listed) =>
      say(
        listed
          ? `List variant ${variantId} in the catalogue again.`
          : `Take variant ${variantId} out of the catalogue.`,
      ),
    async findShippingOrder(externalRef) {
      const orders = await count(`How many orders of your shop carry the reference ${externalRef}?`);
      if (orders === null) return null;
      if (orders === 0) return { orders, paid: false, tagged: false, stopped: false };
      const paid = await isYes('Is it paid?');
      const tagged = await isYes('Does it carry the tag hub_ship?');
      const stopped = await isYes('Is it cancelled?');
      return paid === null || tagged === null || stopped === null ? null : { orders, paid, tagged, stopped };
    },
    countNotifications: (orderId, trackingNumber) =>
      count(
        `How many messages with the tracking number ${trackingNumber} did the customer of order ${orderId} get?`,
      ),
    countReturns: (orderId) => count(`How many returns does order ${orderId} have?`),
  };
}

function isSkip(text: string): boolean {
  return text.trim().toLowerCase() === 's';
}

function describeLine({ variantId, quantity, network = true }: SaleLine): string {
  const from = network ? 'on HUB_Network, for the network to ship' : 'from a location of your own';
  return `${quantity} of variant ${variantId} ${from}`;
}
