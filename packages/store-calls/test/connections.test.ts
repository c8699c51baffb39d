import { writeInventory } from '@hub/store-calls';
import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { clientUnderTest, inventoryReceipt, inventoryWrite, store } from './client-under-test';

/** As many as may be in flight to one shop. */
const CALLS = 8;

let server: Server;
let connections = 0;
beforeEach(async () => {
  connections = 0;
  server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(inventoryReceipt));
  });
  server.on('connection', () => (connections += 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

describe('connections to a store', () => {
  it('are kept open: repeated concurrent calls need no more than were in flight at once', async () => {
    const address = server.address();
    const port = address !== null && typeof address === 'object' ? address.port : 0;
    const { client } = clientUnderTest({ allowInsecureStores: true });
    const local = { ...store, apiRoot: `http://127.0.0.1:${port}` };
    for (let round = 1; round <= 3; round += 1) {
      const calls = Array.from({ length: CALLS }, () => client.send(local, writeInventory(inventoryWrite)));
      for (const outcome of await Promise.all(calls)) expect(outcome.kind).toBe('confirmed');
    }
    client.close();
    expect(connections).toBe(CALLS);
  });
});
