import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { NotRun } from '../src/check-ending';
import { Inbox } from '../src/inbound/inbox';
import type { People } from '../src/people';
import { promptedPeople } from '../src/store-people/prompted-people';
import type { Prompter } from '../src/store-people/prompter';
import { CATALOGUE, notPassed, rehearsalOf, RUN_CODE } from './a-rehearsal';
import { aSimulatedRehearsal, type SimulatedRehearsal } from './a-simulated-rehearsal';

/** A terminal whose users answer with the result of `type`; null: they type nothing. */
function aTerminal(type: (question: string) => Promise<string | null> | string | null): Prompter {
  return {
    ask: async ({ text: question }, signal) => {
      const text = await type(question);
      if (text !== null || signal.aborted) return text;
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve(null)));
    },
    close: () => undefined,
  };
}

let rehearsal: SimulatedRehearsal;
beforeEach(async () => {
  rehearsal = await aSimulatedRehearsal({}, { waitMs: 3_000 });
});
afterEach(() => rehearsal.stop());

const TERMS = { discounted: false, code: RUN_CODE };
let askedAbout = '';

/** Does what the prompt says, only from its text. */
async function follow(question: string): Promise<string | null> {
  const { store } = rehearsal;
  const id = /(?:order|variant|reference) ([^\s.,:?]+)/.exec(question)?.[1] ?? '';
  if (question.startsWith('Sell')) {
    const lines = [...question.matchAll(/(\d+) of variant (\S+) (on HUB_Network|from a location)/g)];
    const [, code = ''] = /Put the code (\w+) into/.exec(question) ?? [];
    store.sell({
      address: { company: `${code} GmbH` },
      totalDiscounts: question.includes('Give a discount') ? 3 : 0,
      lines: lines.map(([, quantity, variantId = '', from]) => ({
        variantId,
        quantity: Number(quantity),
        network: from === 'on HUB_Network',
      })),
    });
    return null;
  }
  const stock = /stock of variant (\S+) at location (\d+) to (\d+)/.exec(question);
  if (stock) store.changeStock(stock[1] ?? '', stock[2] ?? '', Number(stock[3]));
  else if (/^Cancel|cannot ship/.test(question)) store.cancelOrder(id);
  else if (question.startsWith('Ship')) {
    const lines = [...question.matchAll(/(\d+) of line ([^\s,.]+)/g)];
    store.ship(id, { lines: lines.map(([, quantity, line = '']) => ({ line, quantity: Number(quantity) })) });
  } else if (/goods of order/.test(question)) store.returnGoods(id);
  else return answerOf(question, id);
  return null;
}

function answerOf(question: string, id: string): string {
  const { store } = rehearsal;
  if (question.startsWith('Take variant')) {
    store.sellFrom(CATALOGUE.filter(({ variants }) => variants.every(({ variant_id }) => variant_id !== id)));
    return '';
  }
  if (question.startsWith('List variant')) {
    store.sellFrom(CATALOGUE);
    return '';
  }
  const orders = store.orders.filter(({ externalRef }) => externalRef === id);
  if (question.startsWith('How many orders')) {
    askedAbout = id;
    return String(orders.length);
  }
  if (question.startsWith('Is it cancelled')) {
    const order = store.orders.find(({ externalRef }) => externalRef === askedAbout);
    return order?.status === 'cancelled' ? 'y' : 'n';
  }
  if (question.startsWith('How many messages')) {
    const number = /tracking number (\S+)/.exec(question)?.[1];
    return String(store.notifications.filter(({ trackingNumber }) => trackingNumber === number).length);
  }
  if (question.startsWith('How much discount'))
    return String(Object(store.orders.find(({ orderId }) => orderId === id)?.document)['total_discounts']);
  if (question.startsWith('How many returns'))
    return String(store.returns.filter(({ orderId }) => orderId === id).length);
  return 'y';
}

describe('staff who are prompted', () => {
  it('pass every check by doing what each prompt says, and the run continues as each event arrives', async () => {
    const { store, inbox } = rehearsal;
    const people = promptedPeople(inbox, aTerminal(follow));
    expect(notPassed(await rehearsalOf(store.apiRoot, { people, inbox }))).toEqual([]);
  });

  const peopleWho = (type: string | null): People =>
    promptedPeople(
      rehearsal.inbox,
      aTerminal(() => type),
    );

  it('skip a step: the check is not run, and says so', async () => {
    await expect(peopleWho('s').cancelSale('o-1')).rejects.toThrow(NotRun);
    await expect(peopleWho('s').listVariant('v-1', false)).rejects.toThrow(NotRun);
  });

  const saleOf = (quantity: number, code = RUN_CODE) =>
    rehearsal.store.sell({
      lines: [{ variantId: 'v1-0', quantity, network: true }],
      address: { address_line2: code },
    }).orderId;

  it('confirm a step: the event may arrive a little later', async () => {
    const { store, inbox } = rehearsal;
    const people = promptedPeople(
      inbox,
      aTerminal(() => {
        setImmediate(() => saleOf(1));
        return '';
      }),
    );
    const sold = await people.sell([{ variantId: 'v1-0', quantity: 1 }], TERMS);
    expect(sold).toMatchObject({
      orderId: store.orders[0]?.orderId,
      lines: [{ variantId: 'v1-0', quantity: 1 }],
    });
  });

  it('are not taken as done by an event of something else: another variant, location, order, or a sale without the code', async () => {
    const { store, inbox } = rehearsal;
    const asked = saleOf(1);
    const other = saleOf(2);
    const people = promptedPeople(
      inbox,
      aTerminal((question) => {
        if (question.startsWith('Set the stock')) {
          store.changeStock('v1-1', '1001', 7);
          store.changeStock('v1-0', '1002', 7);
          setImmediate(() => store.changeStock('v1-0', '1001', 7));
        }
        if (question.startsWith('Cancel')) {
          store.cancelOrder(other);
          setImmediate(() => store.cancelOrder(asked));
        }
        if (question.startsWith('Sell')) {
          saleOf(3);
          saleOf(4, 'a customer');
          setImmediate(() => saleOf(4));
        }
        return null;
      }),
    );
    await people.changeStock({ variantId: 'v1-0', locationId: '1001', quantity: 7 });
    expect(inbox.arrivals.at(-1)?.data).toMatchObject({ variant_id: 'v1-0', location_id: '1001' });
    await people.cancelSale(asked);
    expect(inbox.arrivals.at(-1)?.data).toMatchObject({ order_id: asked });
    const sold = await people.sell([{ variantId: 'v1-0', quantity: 4 }], TERMS);
    expect(sold).toMatchObject({ orderId: store.orders.at(-1)?.orderId, lines: [{ quantity: 4 }] });
  });

  it('end the run while it waits: what was not asked any more does not count against the store', async () => {
    const { store } = rehearsal;
    const ending = new AbortController();
    const { signal } = ending;
    const secrets = ['test-secret'];
    const hubNetworkLocationId = '9000';
    const inbox = new Inbox({
      secrets,
      hubNetworkLocationId,
      waitMs: 600_000,
      arriveMs: 600_000,
      quietMs: 600_000,
      signal,
    });
    const terminal = aTerminal(() => {
      ending.abort();
      return null;
    });
    const people = promptedPeople(inbox, terminal);
    const only = ['orders.own_sale_arrives'];
    const { checks } = await rehearsalOf(store.apiRoot, { only, people, inbox, signal });
    expect(checks).toMatchObject([{ id: only[0], result: 'not_run' }]);
  });

  it('are asked again where they typed no valid answer: it counts neither as no nor as empty', async () => {
    const typed = ['many', ' 1 ', '1', '', 'yes', 'Y', 'n'];
    const asked: string[] = [];
    const people = promptedPeople(
      rehearsal.inbox,
      aTerminal((question) => {
        asked.push(question);
        return typed.shift() ?? null;
      }),
    );
    expect(await people.findShippingOrder('r-1')).toEqual({
      orders: 1,
      paid: true,
      tagged: true,
      stopped: false,
    });
    expect(asked).toEqual([
      'How many orders of your shop carry the reference r-1?',
      'That is no answer to it. How many orders of your shop carry the reference r-1?',
      'Is it paid?',
      'That is no answer to it. Is it paid?',
      'That is no answer to it. Is it paid?',
      'Does it carry the tag hub_ship?',
      'Is it cancelled?',
    ]);
  });

  it('skip a question: it is not answered', async () => {
    expect(await peopleWho('s').countReturns('o-1')).toBeNull();
    expect(await peopleWho('S').findDiscount('o-1')).toBeNull();
    expect(await peopleWho('s').findShippingOrder('r-1')).toBeNull();
  });

  it('do nothing within the time: null', async () => {
    await rehearsal.stop();
    rehearsal = await aSimulatedRehearsal({}, { waitMs: 30 });
    expect(await peopleWho(null).ship({ orderId: 'o-1', externalRef: 'r-1', lines: [] })).toBeNull();
    expect(await peopleWho(null).sell([], TERMS)).toBeNull();
  });
});
