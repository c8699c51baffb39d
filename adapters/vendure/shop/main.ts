import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { AdminUiPlugin } from '@vendure/admin-ui-plugin';
import {
  bootstrap,
  DefaultLogger,
  dummyPaymentHandler,
  LogLevel,
  ProductService,
  RequestContextService,
  type VendureConfig,
} from '@vendure/core';
import { hubPlugin } from '../src/hub-plugin';
import { drawPictures, fillShop } from './fill-shop';
import { PictureFolder } from './pictures';
import { readShopEnvironment, type ShopEnvironment } from './shop-environment';

/** A Vendure shop for trials and tests: SQLite, four articles, a page to buy at, and the hub's plugin. */
async function main(): Promise<void> {
  const environment = readShopEnvironment();
  const app = await bootstrap(configOf(environment));
  app.enableShutdownHooks();
  const ctx = await app.get(RequestContextService).create({ apiType: 'admin' });
  const { totalItems } = await app.get(ProductService).findAll(ctx, { take: 1 });
  if (totalItems === 0) await fillShop(app, environment.SHOP_STOCK);
  process.stdout.write(`${environment.SHOP_NAME} is ready\n`);
}

function configOf(environment: ShopEnvironment): VendureConfig {
  const { SHOP_FOLDER, SHOP_PORT, SHOP_SLUG, SHOP_NAME } = environment;
  const pictures = new PictureFolder(join(SHOP_FOLDER, 'pictures'));
  const page = readFileSync(join(__dirname, '..', '..', 'shop', 'page.html'), 'utf8').replaceAll(
    '{shop}',
    SHOP_NAME,
  );
  return {
    apiOptions: {
      port: SHOP_PORT,
      hostname: '127.0.0.1',
      middleware: [
        {
          route: '/buy',
          handler: (_request: IncomingMessage, response: ServerResponse) =>
            response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page),
        },
        {
          route: '/images',
          handler: (request: IncomingMessage, response: ServerResponse) =>
            void sendPicture(pictures, request, response),
        },
      ],
    },
    // Cookies know no ports: each shop of one machine has its own.
    authOptions: {
      tokenMethod: ['bearer', 'cookie'],
      superadminCredentials: { identifier: 'superadmin', password: environment.SHOP_PASSWORD },
      cookieOptions: { name: `session-${SHOP_SLUG}`, secret: environment.HUB_SIGNING_SECRET },
    },
    dbConnectionOptions: {
      type: 'better-sqlite3',
      database: join(SHOP_FOLDER, 'shop.sqlite'),
      synchronize: true,
    },
    assetOptions: { assetStorageStrategy: pictures, assetPreviewStrategy: pictures },
    importExportOptions: { importAssetsDir: drawPictures(join(SHOP_FOLDER, 'drawn')) },
    paymentOptions: { paymentMethodHandlers: [dummyPaymentHandler] },
    logger: new DefaultLogger({ level: LogLevel.Warn, timestamp: false }),
    plugins: [AdminUiPlugin.init({ route: 'admin', port: SHOP_PORT }), hubPluginOf(environment)],
  };
}

function hubPluginOf(environment: ShopEnvironment) {
  const { HUB_BEARER_TOKEN, HUB_SIGNING_SECRET, HUB_POLL_MS, HUB_DELAYS_MS, HUB_SWEEP_MS } = environment;
  return hubPlugin({
    credentials: () => ({ bearerTokens: [HUB_BEARER_TOKEN], signingSecrets: [HUB_SIGNING_SECRET] }),
    eventsUrl: environment.HUB_EVENTS_URL,
    currency: 'EUR',
    // Where the shop would be in public: the service judges the address, and a trial fetches from here.
    imageUrl: (identifier) => `https://${environment.SHOP_SLUG}.example/images/${identifier}`,
    delivery: { pollMs: HUB_POLL_MS, ...(HUB_DELAYS_MS && { delaysMs: HUB_DELAYS_MS }) },
    ...(HUB_SWEEP_MS !== undefined && { sweep: { everyMs: HUB_SWEEP_MS } }),
  });
}

async function sendPicture(folder: PictureFolder, { url = '' }: IncomingMessage, response: ServerResponse) {
  const name = decodeURIComponent(new URL(url, 'http://shop').pathname.slice(1));
  if (!(await folder.fileExists(name))) return response.writeHead(404).end();
  return response
    .writeHead(200, { 'content-type': 'image/svg+xml' })
    .end(await folder.readFileToBuffer(name));
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
});
