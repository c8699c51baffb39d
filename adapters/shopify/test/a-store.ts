import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { createStoreKit, type LeftOutProduct, memoryStorage } from '@hub/store-kit';
import { setUpShop } from '../src/set-up-shop';
import { shopifyAdapter } from '../src/shopify-adapter';
import { shopifyWebhooks } from '../src/webhooks';
import { aShop, NETWORK, OWN, type TestShop } from './a-shop';
import { merchantOf } from './merchant';

export const CREDENTIALS = { bearerToken: 'test-bearer', signingSecret: 'test-secret' };

/** The adapter as a merchant runs it: the kit's endpoints, Shopify's webhooks, and the fake shop behind; its merchant at `_control`. */
export interface TestStore extends TestShop {
  origin: string;
  errors: unknown[];
  /** What the kit kept out of the catalogue. */
  leftOut: LeftOutProduct[];
  close: () => Promise<void>;
}

export async function aStore(): Promise<TestStore> {
  const world = await aShop();
  const { fake, shop } = world;
  const errors: unknown[] = [];
  const leftOut: LeftOutProduct[] = [];
  let eventsUrl = 'http://127.0.0.1:9/events';
  const { bearerToken, signingSecret } = CREDENTIALS;
  const kit = createStoreKit({
    adapter: shopifyAdapter(shop),
    storage: memoryStorage(),
    credentials: () => ({ bearerTokens: [bearerToken], signingSecrets: [signingSecret] }),
    eventsUrl: () => eventsUrl,
    networkLocationId: NETWORK,
    currency: 'EUR',
    hooks: {
      onError: (error) => errors.push(error),
      onParked: (event) => errors.push(event),
      onLeftOut: (product) => leftOut.push(product),
    },
    delivery: { delaysMs: [50, 200, 1_000], pollMs: 50 },
  });
  const webhooks = shopifyWebhooks({
    shop,
    events: kit.events,
    clientSecrets: () => [fake.clientSecret],
    onError: (error) => errors.push(error),
  });
  const acts = {
    ...merchantOf(fake, { own: OWN, network: NETWORK }),
    events({ url }: { url: string }) {
      eventsUrl = url;
    },
  };
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const name = /^\/_control\/(\w+)$/.exec(request.url ?? '')?.[1];
    if (request.url === '/webhooks') return webhooks(request, response);
    if (name === undefined) return kit.router(request, response);
    const act = Object.entries(acts).find(([known]) => known === name)?.[1];
    const body: unknown = request.method === 'POST' ? await json(request) : {};
    const done: unknown = act && Reflect.apply(act, null, [body]);
    response
      .writeHead(act ? 200 : 404, { 'content-type': 'application/json' })
      .end(JSON.stringify(done ?? {}));
  };
  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      errors.push(error);
      response.writeHead(400).end(String(error));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it does not listen');
  const origin = `http://127.0.0.1:${address.port}`;
  await setUpShop(shop, `${origin}/webhooks`);
  kit.start();
  const close = async (): Promise<void> => {
    await fake.webhooks.settled();
    await kit.stop();
    server.closeAllConnections();
    server.close();
    await fake.stop();
  };
  return { ...world, origin, errors, leftOut, close };
}
