import { NotRun } from '../check-ending';
import type { Arrival } from '../inbound/arrival';
import {
  causedEvent,
  eventOfOrder,
  type ExpectedEvent,
  saleOf,
  stockOf,
  whileExpected,
} from '../inbound/caused-event';
import type { Inbox } from '../inbound/inbox';
import type { People, SaleLine } from '../people';
import { RUN_CODE_FIELDS } from '../run-code';
import { timeLimit } from '../time-limit';
import { soldOrder } from './captured-sales';
import type { Prompt, Prompter } from './prompter';

const DISCOUNT = ' Give a discount of any amount on it, where your shop gives discounts.';
const SKIPPED = "skipped by the store's people";

/**
 * The store's staff, prompted step by step. A step with an event continues as soon as the event arrives that names what
 * was requested; any other step, when they confirm it.
 */
export function promptedPeople(inbox: Inbox, prompter: Prompter): People {
  const { waitMs, signal } = inbox.options;
  const limit = (): AbortSignal =>
    signal ? AbortSignal.any([timeLimit(waitMs), signal]) : timeLimit(waitMs);

  /**
   * Resolves once the event has arrived, or they confirm that it is done; null where the time is over. Throws NotRun
   * where they skip it.
   */
  const until = (task: string, expected: ExpectedEvent): Promise<Arrival | true | null> =>
    whileExpected(inbox, expected, () => untilDone(task, expected));

  async function untilDone(task: string, expected: ExpectedEvent): Promise<Arrival | true | null> {
    const { event, isAbout, isOther = () => false } = expected;
    const mark = inbox.mark;
    const over = new AbortController();
    const typed = prompter.ask({ text: task, expects: 'event' }, AbortSignal.any([over.signal, limit()]));
    const isIt = (one: Arrival): boolean => one.event === event && isAbout(one) && !isOther(one);
    const arrived = inbox.waitFor(mark, isIt, AbortSignal.any([over.signal, limit()]));
    const first = await Promise.race([arrived, typed.then((text) => ({ text }))]);
    over.abort();
    if (first === null || !('text' in first)) return first;
    if (first.text === null) return null;
    if (isSkip(first.text)) throw new NotRun(SKIPPED);
    // Done, but the event may still be in flight.
    return (await causedEvent(inbox, mark, expected)) ?? true;
  }

  const act = async (task: string, expected: ExpectedEvent): Promise<true | null> =>
    (await until(task, expected)) === null ? null : true;
  const say = async (task: string): Promise<true | null> => {
    const text = await prompter.ask({ text: task, expects: 'done' }, limit());
    if (text !== null && isSkip(text)) throw new NotRun(SKIPPED);
    return text === null ? null : true;
  };

  /** Asks until the answer can be read; null where they skip it, or the time is over. */
  async function answerTo<Answer>(
    question: string,
    { expects, read }: { expects: Prompt['expects']; read: (typed: string) => Answer | null },
  ): Promise<Answer | null> {
    const over = limit();
    for (let text = question; ; text = `That is no answer to it. ${question}`) {
      const typed = await prompter.ask({ text, expects }, over);
      if (typed === null || isSkip(typed)) return null;
      const answer = read(typed.trim());
      if (answer !== null) return answer;
    }
  }
  const count = (question: string): Promise<number | null> =>
    answerTo(question, { expects: 'number', read: readNumber });
  const isYes = (question: string): Promise<boolean | null> =>
    answerTo(question, { expects: 'yes_or_no', read: readYesOrNo });

  return {
    async sell(lines, { code, discounted }) {
      const sale = `Sell in one paid order: ${lines.map(describeLine).join('; ')}.${discounted ? DISCOUNT : ''}`;
      const coded = `Put the code ${code} into ${RUN_CODE_FIELDS}: an order without it is a customer's.`;
      const ended = await until(`${sale} ${coded}`, saleOf(lines, code));
      return ended === null || ended === true ? null : soldOrder(ended);
    },
    cancelSale: (orderId) =>
      act(`Cancel the whole order ${orderId}.`, eventOfOrder('order.cancelled', { orderId })),
    takeSaleBack: (orderId) =>
      act(
        `Where your platform reports returns of its own orders: take the goods of order ${orderId} back. Else skip.`,
        eventOfOrder('return.created', { orderId }),
      ),
    changeStock: (level) =>
      act(
        `Set the stock of variant ${level.variantId} at location ${level.locationId} to ${level.quantity}.`,
        stockOf(level),
      ),
    ship: ({ orderId, externalRef, lines }) =>
      act(
        `Ship from order ${orderId} one package with ${lines.map((line) => `${line.quantity} of line ${line.externalRef}`).join(', ')}.`,
        eventOfOrder('fulfillment.shipped', { orderId, externalRef }),
      ),
    cannotShip: (order) =>
      act(
        `Say that you cannot ship order ${order.orderId}: cancel it as a whole.`,
        eventOfOrder('order.cancelled', order),
      ),
    takeBack: ({ orderId, externalRef }) =>
      act(
        `The goods of order ${orderId} are back: process the return of the whole order.`,
        eventOfOrder('return.created', { orderId, externalRef }),
      ),
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
      const tagged = paid === null ? null : await isYes('Does it carry the tag hub_ship?');
      const stopped = tagged === null ? null : await isYes('Is it cancelled?');
      return paid === null || tagged === null || stopped === null ? null : { orders, paid, tagged, stopped };
    },
    countNotifications: (orderId, trackingNumber) =>
      count(
        `How many messages with the tracking number ${trackingNumber} did the customer of order ${orderId} get?`,
      ),
    findDiscount: (orderId) =>
      answerTo(`How much discount has order ${orderId} in your shop, VAT included? 0 where it has none.`, {
        expects: 'amount',
        read: readAmount,
      }),
    countReturns: (orderId) => count(`How many returns does order ${orderId} have?`),
  };
}

const readNumber = (typed: string): number | null => (/^\d+$/.test(typed) ? Number(typed) : null);

const readAmount = (typed: string): number | null =>
  /^\d+([.,]\d{1,6})?$/.test(typed) ? Number(typed.replace(',', '.')) : null;

function readYesOrNo(typed: string): boolean | null {
  if (/^y(es)?$/i.test(typed)) return true;
  return /^no?$/i.test(typed) ? false : null;
}

function isSkip(text: string): boolean {
  return text.trim().toLowerCase() === 's';
}

function describeLine({ variantId, quantity, network = true }: SaleLine): string {
  const from = network ? 'on HUB_Network, for the network to ship' : 'from a location of your own';
  return `${quantity} of variant ${variantId} ${from}`;
}
