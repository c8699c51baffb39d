import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitForSignal } from '@hub/cli';
import { hash } from '@node-rs/argon2';
import { openHub } from './open-hub';
import { type ShopPlan, VendureShop } from './vendure/run-shop';

const SHOPS: readonly ShopPlan[] = [
  {
    slug: 'dansk-friluft',
    name: 'Dansk Friluft',
    country: 'DK',
    latitude: 55.68,
    longitude: 12.57,
    stock: { 'CAMP-STOVE': 6, 'WOOL-HAT': 10 },
  },
  {
    slug: 'nordic-outdoor',
    name: 'Nordic Outdoor',
    country: 'SE',
    latitude: 59.33,
    longitude: 18.06,
    stock: { 'RAIN-TROUSERS-M': 9, 'RAIN-TROUSERS-L': 4, 'TRAIL-JACKET-M': 7 },
  },
];

const print = (...lines: string[]): void => {
  for (const line of lines) process.stdout.write(`${line}\n`);
};

/** Two Vendure shops beside the hub, everything new at each start, until Ctrl-C. */
async function main(): Promise<void> {
  const closing: (() => unknown)[] = [];
  const interrupted = waitForSignal();
  try {
    await Promise.race([interrupted, show(closing).then(() => interrupted)]);
  } finally {
    for (const step of closing.toReversed()) await step();
  }
}

async function show(closing: (() => unknown)[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'hub-shops-'));
  closing.push(() => rmSync(folder, { recursive: true, force: true }));
  const password = randomBytes(9).toString('base64url');
  const account = { name: 'lead', role: 'lead', password_hash: await hash(password) };
  print('Starting the hub …');
  const hub = await openHub({ SUPPORT_ACCOUNTS: JSON.stringify([account]) });
  closing.push(() => hub.close());
  const addresses: string[] = [];
  for (const plan of SHOPS) {
    print(`Starting ${plan.name} (Vendure, an empty database) …`);
    const shop = await VendureShop.open(plan, { folder, eventsUrl: hub.eventsUrlOf(plan.slug) });
    closing.push(() => shop.stop());
    await hub.admit(await shop.asStore());
    addresses.push(
      '',
      plan.name,
      `  buy at    ${shop.url}/buy`,
      `  admin     ${shop.url}/admin     superadmin, password ${shop.password}`,
    );
  }
  print(
    ...addresses,
    '',
    'The desk of the network',
    `  desk      ${hub.supportUrl}     lead, password ${password}`,
    '',
    'Buy rain trousers at Dansk Friluft, which has none: the order is in the admin of Nordic Outdoor. Fulfil it there,',
    'mark it as shipped, and its tracking is with the order where it was bought.',
    '',
    'Ctrl-C stops everything.',
  );
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exit(1);
  },
);
