import { createServer, type Server } from 'node:http';
import { eventually } from '@hub/testing';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { LateKit } from '../src/late-kit';
import { memoryStorage, type MemoryTx } from '../src/storage/memory-storage';
import { type FakeService, startFakeService } from '../src/testing/fake-service';
import { aSale, TestShop } from './a-shop';

/** A kit whose routes are mounted before its platform is up. */

let kit: LateKit<MemoryTx>;
let server: Server;
let service: FakeService;
let said: string[];

beforeEach(async () => {
  kit = new LateKit<MemoryTx>();
  said = [];
  service = await startFakeService(['secret']);
  server = createServer((request, response) => kit.router(request, response));
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
});
afterEach(async () => {
  await kit.stop();
  server.close();
  await service.stop();
});

function called(): Promise<Response> {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it does not listen');
  return fetch(`http://127.0.0.1:${address.port}/products`, { headers: { authorization: 'Bearer token' } });
}

const open = (more: { sends?: boolean } = {}): Promise<void> =>
  kit.open({
    adapter: new TestShop().transactional,
    storage: {
      ...memoryStorage(),
      createTables: async () => void said.push('the tables are there'),
    },
    credentials: () => ({ bearerTokens: ['token'], signingSecrets: ['secret'] }),
    eventsUrl: service.url,
    networkLocationId: 'network',
    currency: 'EUR',
    logger: { info: (line) => void said.push(line), error: (line) => void said.push(`! ${line}`) },
    ...more,
  });

it('answers a call that comes too early that it is to come again', async () => {
  const early = await called();
  expect([early.status, early.headers.get('retry-after')]).toEqual([500, '5']);
  expect(kit.isServing('place_order')).toBe(false);
  expect(() => kit.events).toThrow('not open');
  await open({ sends: false });
  expect((await called()).status).toBe(200);
});

it('has its tables before anything, says the number of each location for the sheet, and sends', async () => {
  await open();
  expect(said).toEqual([
    'the tables are there',
    'hub: network is location 1 of the sheet',
    'hub: 1001 is location 1001 of the sheet',
    'hub: stockroom is location 2 of the sheet',
  ]);
  await kit.events.orderPaid(aSale('7'));
  await eventually(() => expect(service.dataOf('order.created')).toHaveLength(1));
});
