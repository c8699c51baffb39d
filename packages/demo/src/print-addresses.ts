import { listedAt, type Demo } from './demo';
import type { Demonstration } from './open-demonstration';

/** Where everything is, and three commands to look further. */
export function printAddresses(
  { addresses, accounts, logs }: Demonstration,
  { demo, orderId }: { demo: Demo; orderId: string },
): void {
  const { reporter, shops, seller } = demo;
  reporter.title('All of it is still running');
  reporter.print(
    `ingress   ${addresses.ingress}/shops/<slug>/events`,
    `support   ${addresses.support}`,
    ...accounts.map(
      ({ name, password, may }) => `          sign in as ${name.padEnd(6)}  password ${password}   (${may})`,
    ),
    ...shops.map(({ name, store }) => `store     ${store.apiRoot}/_control/state   (${name})`),
    `logs      ${logs.place}`,
  );
  reporter.title('Look further, in another terminal');
  reporter.print(
    `npm run hub -- order show ${orderId}`,
    `npm run hub -- events list ${seller.slug}`,
    'npm run hub -- shop list',
  );
  const sale = JSON.stringify({ lines: [{ variantId: listedAt(demo, seller).variantId }] });
  reporter.title(`Sell another at ${seller.name}, and see here what happens`);
  reporter.print(
    `curl ${seller.store.apiRoot}/_control/sell -H 'content-type: application/json' -d '${sale}'`,
  );
  reporter.title('Ctrl-C stops everything.');
}
