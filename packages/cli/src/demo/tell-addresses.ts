import type { Demonstration } from './open-demonstration';

/** Where everything is, and three commands to look further. */
export function tellAddresses(
  { narrator, addresses, shops }: Demonstration,
  { orderId, shop, logs }: { orderId: string; shop: string; logs: string },
): void {
  narrator.title('All of it is still running');
  narrator.tell(
    `ingress   ${addresses.ingress}/shops/<slug>/events`,
    `support   ${addresses.support}`,
    ...shops.map(({ name, store }) => `store     ${store.apiRoot}/_control/state   (${name})`),
    `logs      ${logs}`,
  );
  narrator.title('Look further, in another terminal');
  narrator.tell(
    `npm run hub -- order show ${orderId}`,
    `npm run hub -- events list ${shop}`,
    'npm run hub -- shop list',
  );
  narrator.title('Ctrl-C stops everything.');
}
