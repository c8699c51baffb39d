import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { NotRun } from '../src/check-ending';
import { Inbox } from '../src/inbound/inbox';
import type { People } from '../src/people';
import { promptedPeople } from '../src/store-people/prompted-people';
import type { Terminal } from '../src/store-people/terminal';
import { CATALOGUE, notPassed, rehearsalOf } from './a-rehearsal';
import { aSimulatedRehearsal, type SimulatedRehearsal } from './a-simulated-rehearsal';

/** A terminal whose people answer with what `type` gives; null: they type nothing. */
function aTerminal(type: (question: string) => Promise<string | null> | string | null): Terminal {
  return {
    ask: async (question, signal) => {
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

let askedAbout = '';

/** Does what the prompt says, from its words alone. */
async function follow(question: string): Promise<string | null> {
  const { store } = rehearsal;
  const id = /(?:order|variant|reference) ([^\s.,:?]+)/.exec(question)?.[1] ?? '';
  if (question.startsWith('Sell')) {
    const lines = [...question.matchAll(/(\d+) of variant (\S+) (on HUB_Network|from a location)/g)];
    store.sell({
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
  if (question.startsWith('How many returns'))
    return String(store.returns.filter(({ orderId }) => orderId === id).length);
  return 'y';
}

describe('people who are told what to do', () => {
  it('pass every check by doing what each prompt says, and the run goes on as each event comes', async () => {
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

  it('say that it is done: the event may come a little later', async () => {
    const { store, inbox } = rehearsal;
    const people = promptedPeople(
      inbox,
      aTerminal(() => {
        setImmediate(() => store.sell({ lines: [{ variantId: 'v1-0', quantity: 1, network: true }] }));
        return '';
      }),
    );
    const sold = await people.sell([{ variantId: 'v1-0', quantity: 1 }]);
    expect(sold).toMatchObject({
      orderId: store.orders[0]?.orderId,
      lines: [{ variantId: 'v1-0', quantity: 1 }],
    });
  });

  it('end the run while it waits: nothing is held against the store that was not asked any more', async () => {
    const { store } = rehearsal;
    const ending = new AbortController();
    const { signal } = ending;
    const secrets = ['test-secret'];
    const inbox = new Inbox({ secrets, waitMs: 600_000, arriveMs: 600_000, quietMs: 600_000, signal });
    const terminal = aTerminal(() => {
      ending.abort();
      return null;
    });
    const people = promptedPeople(inbox, terminal);
    const only = ['orders.own_sale_arrives'];
    const { checks } = await rehearsalOf(store.apiRoot, { only, people, inbox, signal });
    expect(checks).toMatchObject([{ id: only[0], result: 'not_run' }]);
  });

  it('do nothing within the time: null', async () => {
    await rehearsal.stop();
    rehearsal = await aSimulatedRehearsal({}, { waitMs: 30 });
    expect(await peopleWho(null).ship({ orderId: 'o-1', externalRef: 'r-1', lines: [] })).toBeNull();
    expect(await peopleWho(null).sell([])).toBeNull();
  });
});
