import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Database } from '@hub/database';
import { openShop, type ShopPlan, type TestShop } from '../../test/support/shops';
import { answerHostilely } from './hostile-answer';

/** A shop whose store answers as it should until it turns hostile; then most of its answers are hostile. */
export interface HostileShop extends TestShop {
  turn(random: () => number): void;
  /** How often each hostile answer was given. */
  readonly given: Readonly<Record<string, number>>;
  close(): Promise<void>;
}

/** So many of its answers are right: what follows a right answer is attacked too. */
const RIGHT = 0.3;

export async function openHostileShop(
  plan: ShopPlan,
  at: { db: Database; ingressPort: number },
): Promise<HostileShop> {
  let random: (() => number) | null = null;
  let storeUrl = '';
  const given: Record<string, number> = {};
  const server = createServer((incoming, response) => {
    if (random === null || random() < RIGHT) return passOn(storeUrl, incoming, response);
    incoming.resume();
    const isPage = incoming.url?.startsWith('/products') === true;
    answerHostilely(response, { isPage, random }).then(
      (name) => (given[name] = (given[name] ?? 0) + 1),
      () => response.destroy(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const shop = await openShop(plan, { ...at, apiRoot: `http://127.0.0.1:${port}` });
  storeUrl = shop.store.apiRoot;
  return {
    ...shop,
    given,
    turn: (dice) => (random = dice),
    close: async () => {
      server.close();
      server.closeAllConnections();
      await shop.store.stop();
    },
  };
}

function passOn(storeUrl: string, incoming: IncomingMessage, response: ServerResponse): void {
  const { method, headers, url = '' } = incoming;
  const onward = httpRequest(storeUrl + url, { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    answer.pipe(response);
  });
  onward.on('error', () => response.destroy());
  incoming.pipe(onward);
}
