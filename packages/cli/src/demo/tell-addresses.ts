import { listedAt, type Demo } from './demo';
import type { Demonstration } from './open-demonstration';

/** Where everything is, and three commands to look further. */
export function tellAddresses(
  { addresses, accounts, logs }: Demonstration,
  { demo, orderId }: { demo: Demo; orderId: string },
): void {
  const { narrator, shops, seller } = demo;
  narrator.title('All of it is still running');
  narrator.tell(
    `ingress   ${addresses.ingress}/shops/<slug>/events`,
    `support   ${addresses.support}`,
    ...accounts.map(
      ({ name, password, may }) => `          sign in as ${name.padEnd(6)}  password ${password}   (${may})`,
    ),
    ...shops.map(({ name, store }) => `store     ${store.apiRoot}/_control/state   (${name})`),
    `logs      ${logs.place}`,
  );
  narrator.title('Look further, in another terminal');
  narrator.tell(
    `npm run hub -- order show ${orderId}`,
    `npm run hub -- events list ${seller.slug}`,
    'npm run hub -- shop list',
  );
  const sale = JSON.stringify({ lines: [{ variantId: listedAt(demo, seller).variantId }] });
  narrator.title(`Sell another at ${seller.name}, and see here what happens`);
  narrator.tell(
    `curl ${seller.store.apiRoot}/_control/sell -H 'content-type: application/json' -d '${sale}'`,
  );
  narrator.title('Ctrl-C stops everything.');
}
