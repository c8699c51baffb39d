import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SIGNATURE_HEADER } from '@hub/contract';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { CHECKS } from '../src/checks/checks';
import { notPassed } from './a-rehearsal';
import { aSimulatedRehearsal, type SimulatedRehearsal } from './a-simulated-rehearsal';

const REPLAYS = CHECKS.map(({ id }) => id).filter((id) => id.endsWith('_replayed'));
const LATE = 'inventory.next_report_older_ignored';

let rehearsal: SimulatedRehearsal;
let front: Server | null = null;
beforeEach(async () => {
  rehearsal = await aSimulatedRehearsal();
});
afterEach(async () => {
  await rehearsal.stop();
  front?.close();
  front = null;
});

/** A proxy before an events address that changes the bytes. */
async function rewritten(url: string, rewrite: (body: string) => string): Promise<string> {
  front = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const headers = { [SIGNATURE_HEADER]: String(request.headers[SIGNATURE_HEADER.toLowerCase()]) };
      const body = rewrite(Buffer.concat(chunks).toString());
      void fetch(url, { method: 'POST', headers, body }).then(async (answer) => {
        response.writeHead(answer.status, { 'content-type': 'application/json' });
        response.end(await answer.text());
      });
    });
  });
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  const { port } = front.address() as AddressInfo;
  return `http://127.0.0.1:${port}/shops/test-shop/events`;
}

describe("the captured bytes of a store's events, sent again", () => {
  it('are of each of the five events', () => {
    expect(REPLAYS).toEqual([
      'inventory.report_replayed',
      'orders.own_sale_replayed',
      'orders.network_sale_replayed',
      'fulfillment.package_replayed',
      'cancellation.sale_cancelled_replayed',
      'cancellation.cannot_ship_replayed',
      'returns.goods_back_replayed',
    ]);
  });

  it('get the same verdict, with nothing done twice; an older report is stale', async () => {
    const record = await rehearsal.play({ only: [...REPLAYS, LATE] });
    expect(notPassed(record)).toEqual([]);
    const outcomes = record.checks.map(({ evidence }) => JSON.stringify(evidence.at(-1)));
    for (const [index, id] of [...REPLAYS.slice(0, 1), LATE, ...REPLAYS.slice(1)].entries()) {
      const expected = id === LATE ? 'stale' : id.startsWith('cancellation') ? 'stopped' : 'duplicate';
      expect(outcomes[index]).toContain(`"outcome":"${expected}"`);
    }
  });

  it('fail where a proxy before the address changes them', async () => {
    rehearsal.inbox.url = await rewritten(rehearsal.inbox.url ?? '', (body) => `${body} `);
    const { checks } = await rehearsal.play({ only: [...REPLAYS, LATE] });
    expect(checks.map(({ result }) => result)).toEqual(checks.map(() => 'failed'));
    expect(checks[0]?.fault?.seen).toContain('the events address answered 401 unauthorized');
  });

  it('fail where something is done twice', async () => {
    const { taken } = rehearsal.inbox;
    const effectsOf = taken.effectsOf.bind(taken);
    taken.effectsOf = (id) => effectsOf(id) * 2;
    const { checks } = await rehearsal.play({ only: REPLAYS.slice(0, 1) });
    expect(checks[0]?.fault?.seen).toBe('the event took effect 2 times');
  });

  it('a refused event is refused again, with the same code', async () => {
    rehearsal.store.switches.break('sale-without-city');
    const record = await rehearsal.play({ only: ['orders.own_sale_replayed'] });
    expect(notPassed(record)).toEqual([]);
    expect(JSON.stringify(record.checks[0]?.evidence.at(-1))).toContain('"code":"invalid_request"');
  });

  it('are not played where the address is unknown', async () => {
    rehearsal.inbox.url = null;
    const record = await rehearsal.play({ only: REPLAYS.slice(0, 1) });
    expect(notPassed(record)).toEqual([
      'inventory.report_replayed: it is not known where the store sends its events',
    ]);
  });
});
