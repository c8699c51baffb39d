import { listedAt, type Demo } from './demo';
import { CONTACT, doorLinks } from './door-links';
import type { Demonstration } from './open-demonstration';

/** All addresses, and commands for further exploration. */
export async function printAddresses(
  { addresses, accounts, logs, db }: Demonstration,
  { demo, orderId }: { demo: Demo; orderId: string },
): Promise<void> {
  const { reporter, shops, seller } = demo;
  const { ingress, support, door } = addresses;
  const links = await doorLinks(db, { url: door, shops });
  reporter.title('Everything is still running');
  reporter.print(
    `ingress   ${ingress}/shops/<slug>/events`,
    `support   ${support}`,
    ...accounts.map(
      ({ name, password, may }) => `          sign in as ${name.padEnd(6)}  password ${password}   (${may})`,
    ),
    `door      ${door}   (for the people of a shop; each link signs in once, within 15 minutes)`,
    ...links.map(({ shop, link }) => `          ${link}   (${shop.name})`),
    ...shops.map(({ name, store }) => `store     ${store.apiRoot}/_control/state   (${name})`),
    `logs      ${logs.place}`,
  );
  reporter.title('Try these in another terminal');
  reporter.print(
    `npm run hub -- order show ${orderId}`,
    `npm run hub -- events list ${seller.slug}`,
    'npm run hub -- shop list',
    `DOOR_URL=${door} npm run hub -- door link ${seller.slug} ${CONTACT}   (another link)`,
  );
  const sale = JSON.stringify({ lines: [{ variantId: listedAt(demo, seller).variantId }] });
  reporter.title(`Sell another at ${seller.name}, and see here what happens`);
  reporter.print(
    `curl ${seller.store.apiRoot}/_control/sell -H 'content-type: application/json' -d '${sale}'`,
  );
  reporter.title('Ctrl-C stops everything.');
}
