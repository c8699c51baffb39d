import { freePort } from '@hub/cli';
import { eventually } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MailServer } from '../../services/support/test/mail-server';
import { atTheDoor } from './support/at-the-door';
import { aDeskAccount, type DeskAccount, type DeskBrowser } from './support/desk-browser';
import { openWorld, sellOne, type World } from './support/open-world';
import { signedInAtDesk } from './support/signed-in-at-desk';

const DAY_MS = 86_400_000;
const SOON = { timeoutMs: 30_000, everyMs: 100 };
/** Longer than from one look for mails to the next. */
const A_MAIL = { timeoutMs: 90_000, everyMs: 500 };
const OPERATOR = 'support@hub.example';

let account: DeskAccount;
let mails: MailServer;
let world: World;
beforeAll(async () => {
  account = await aDeskAccount('lead');
  mails = await MailServer.open();
  const env = {
    DOOR_URL: `http://127.0.0.1:${await freePort()}`,
    ALERT_SMTP_URL: mails.url,
    ALERT_EMAIL_FROM: 'hub@hub.example',
    ALERT_EMAIL_TO: OPERATOR,
  };
  world = await openWorld({ together: true, env: { ...account.env, ...env } });
}, 400_000);
afterAll(async () => {
  await world?.close();
  await mails?.close();
}, 60_000);

const atTheDesk = (work: (desk: DeskBrowser) => Promise<void>) => signedInAtDesk({ world, account }, work);

describe('a shop that forgets an order (D38)', () => {
  it('is reminded by mail, names a day, does not keep it; the order is taken back, and another shop ships it', async () => {
    const { near, far, selling } = world.shops;
    await world.db.shop.update({
      where: { id: near.id },
      data: { contacts: { technical: 'ops@near.example' } },
    });
    const orderId = await sellOne(world);
    const [forgotten] = await placed(orderId, 1);
    const { reference, storeOrderId } = forgotten;
    await late({ placedAt: new Date(Date.now() - 6 * DAY_MS) });

    await atTheDesk(async (desk) => {
      const { page } = desk;
      await page.goto(`/orders/${forgotten.sellerOrderId}`);
      await page.getByText('near has not shipped its shipping order').first().waitFor();
      await desk.picture('order-late');
      await page.getByRole('link', { name: 'Remind near' }).click();
      await page.getByRole('button', { name: 'Remind the shop' }).click();
      await page.getByText('near is reminded').waitFor();
    });
    const reminder = await eventually(() => {
      const [mail] = toNear().filter(({ text }) => text.includes('the network asks you to ship it'));
      if (!mail) throw new Error('no reminder yet');
      return mail.text;
    }, A_MAIL);
    expect(reminder).toContain(reference);
    expect(reminder).toContain(`${world.env['DOOR_URL']}/orders`);
    expect(toNear().filter(({ text }) => text.includes(orderId))).toEqual([]);

    await atTheDoor({ world, shop: 'near' }, async (door) => {
      const { page } = door;
      await page.goto(`/orders/${reference}`);
      await page.getByText('otherwise it may go to another shop').waitFor();
      await page.getByLabel('It ships by the end of this day').fill(dayAhead(1));
      await door.picture('door-order-late');
      await page.getByRole('button', { name: 'It ships by this day' }).click();
      await page.getByText('Noted: it ships by').first().waitFor();
      await page.goto('/mails');
      await page.getByText('reminder').first().waitFor();
    });

    await late({ promisedBy: new Date(Date.now() - 1_000) });
    await atTheDesk(async (desk) => {
      const { page } = desk;
      await page.goto(`/orders/${forgotten.sellerOrderId}`);
      await page.getByRole('link', { name: 'Take it back from near' }).click();
      await page.getByLabel('Give them to another shop').check();
      await desk.picture('take-back');
      await page.getByRole('button', { name: 'Take it back' }).click();
      await page.getByText('near is asked to stop it').waitFor();
    });

    const [, again] = await placed(orderId, 2);
    expect(near.store.order(storeOrderId).status).toBe('cancelled');
    expect(again.shop).toBe('far');
    await far.store.ship(again.storeOrderId).done;
    await selling.store.until(() => selling.store.notifications.some((one) => one.orderId === orderId));
    const { lines } = await world.db.sellerOrder.findFirstOrThrow({
      where: { orderId },
      include: { lines: true },
    });
    expect(lines.map(({ state }) => state)).toEqual(['shipped']);
    expect(await world.db.reservation.count({ where: { shopId: near.id, remaining: { gt: 0 } } })).toBe(0);
    await atTheDesk(async ({ page }) => {
      await page.goto('/shop-mails');
      await page.locator('table').getByText('reminder').first().waitFor();
    });
    const causes = await world.db.shopMail.groupBy({
      by: ['cause'],
      where: { shopId: near.id },
      _count: true,
    });
    expect(causes.map(({ _count }) => _count)).toEqual(causes.map(() => 1));

    async function late(data: { placedAt?: Date; promisedBy?: Date }): Promise<void> {
      await world.db.shippingOrder.update({ where: { externalRef: reference }, data });
    }
  }, 300_000);
});

const toNear = () => mails.received.filter(({ to }) => !to.includes(OPERATOR));

/** Such as `2026-12-01`, in UTC. */
const dayAhead = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

interface Placed {
  sellerOrderId: string;
  shop: string;
  reference: string;
  storeOrderId: string;
}

/** The shipping orders of an order, the oldest first, once the last of so many is placed. */
function placed(orderId: string, count: 1): Promise<[Placed]>;
function placed(orderId: string, count: 2): Promise<[Placed, Placed]>;
async function placed(orderId: string, count: number): Promise<Placed[]> {
  return eventually(async () => {
    const { id, shippingOrders } = await world.db.sellerOrder.findFirstOrThrow({
      where: { orderId },
      include: { shippingOrders: { orderBy: { number: 'asc' } } },
    });
    const all = shippingOrders.flatMap(({ shopId, externalRef, storeOrderId }) => {
      const shop = Object.values(world.shops).find((one) => one.id === shopId);
      return shop && storeOrderId !== null
        ? [{ sellerOrderId: id, shop: shop.slug, reference: externalRef, storeOrderId }]
        : [];
    });
    if (all.length !== count) throw new Error(`${all.length} placed`);
    return all;
  }, SOON);
}
