import { freePort } from '@hub/cli';
import { eventually } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { HUB_LOCATION_ID } from './support/a-catalogue';
import { atTheDoor } from './support/at-the-door';
import { listArticles, variantOf } from './support/list-article';
import { openWorld, type World } from './support/open-world';
import { CUSTOMER } from './support/shops';

const TENT = 'storfjell-expedition-tunnel-tent';

let world: World;
beforeAll(async () => {
  world = await openWorld({ together: true, env: { DOOR_URL: `http://127.0.0.1:${await freePort()}` } });
}, 120_000);
afterAll(async () => {
  await world?.close();
}, 60_000);

const offered = (shop: 'near' | 'selling') => {
  const { store } = world.shops[shop];
  return store.inventory(variantOf(TENT, world.shops[shop]))[HUB_LOCATION_ID];
};

interface Decision {
  list: 'undecided' | 'linked';
  button: string;
  said: string;
}
const AGREE = { list: 'undecided', button: 'Agree to the ticked ones' } as const;
const UNDO = { list: 'linked', button: 'Undo for the ticked ones' } as const;

/** At the shop's own door, by clicks: its one pair is decided. */
const decideAt = (shop: 'near' | 'selling', { list, button, said }: Decision) =>
  atTheDoor({ world, shop }, async ({ page }) => {
    await page.goto(`${world.env['DOOR_URL']}/links?list=${list}`);
    await page.getByRole('link', { name: TENT }).first().click();
    await page.getByRole('button', { name: button }).click();
    await page.getByText(said).first().waitFor();
  });

describe('an article without a barcode, which two shops sell', () => {
  it('is proposed after their catalogues are read, and linked once both agree: the network sells what only the other has', async () => {
    const { near, selling } = world.shops;
    await listArticles(world, [
      [near, [{ article: TENT, pieces: 3 }]],
      [selling, [{ article: TENT, pieces: 0 }]],
    ]);
    const proposed = () => world.db.linkProposal.findMany({ select: { state: true, confidence: true } });
    await eventually(async () => expect(await proposed()).toEqual([{ state: 'open', confidence: 'sure' }]), {
      timeoutMs: 30_000,
    });
    expect(offered('selling')).toBe(0);

    await decideAt('selling', { ...AGREE, said: 'You agree; it is linked once the other shop does.' });
    expect(offered('selling')).toBe(0);
    await decideAt('near', { ...AGREE, said: 'Linked: both shops agree.' });
    await eventually(() => expect(offered('selling')).toBe(3));

    const sold = selling.store.sell({
      lines: [{ variantId: variantOf(TENT, selling), quantity: 1, network: true, unitPrice: 400 }],
      address: CUSTOMER,
    });
    expect((await sold.delivery.done).answer).toMatchObject({ outcome: 'accepted' });
    await near.store.until(() => near.store.orders.length === 1);
    expect(near.store.orders[0]?.document).toMatchObject({
      line_items: [{ variant_id: variantOf(TENT, near), quantity: 1 }],
    });
    await eventually(() => expect(offered('selling')).toBe(2));
  }, 90_000);

  it('is undone by either: nothing more is sold that way, and the order that is open is shipped', async () => {
    const { near, selling } = world.shops;
    await decideAt('near', { ...UNDO, said: 'The link is undone' });
    await eventually(() => expect(offered('selling')).toBe(0));

    const [shipping] = near.store.orders;
    const shipped = near.store.ship(shipping?.orderId ?? '', { carrier: 'PostNord', trackingNumber: 'PN-7' });
    expect((await shipped.done).answer).toMatchObject({ status: 200, outcome: 'accepted' });
    await selling.store.until(() => selling.store.notifications.length === 1);
    expect(selling.store.notifications[0]).toMatchObject({ trackingNumber: 'PN-7' });
  }, 60_000);
});
