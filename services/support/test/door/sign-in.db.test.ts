import { eventually } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MailServer } from '../mail-server';
import { textOf, Visitor } from '../web/visitor';
import { DoorWorld, type DoorShop } from './door-world';

const MINUTE = 60_000;

let world: DoorWorld;
let mails: MailServer;
let nordic: DoorShop;
beforeAll(async () => {
  mails = await MailServer.open();
  world = await DoorWorld.open({ mail: { url: mails.url, from: 'hub@network.example' } });
  nordic = await world.shop({ slug: 'nordic', name: 'Nordic Outdoor' });
}, 60_000);
afterAll(async () => {
  await world.close();
  await mails.close();
}, 60_000);

const isIn = async (visitor: Visitor) => (await visitor.get('/orders')).status === 200;

it('D36: nothing of a visitor is stored before a sign-in', async () => {
  const visitor = new Visitor(world.url);
  await visitor.get('/orders');
  await visitor.get('/sign-in/link/guessed');
  await visitor.post('/sign-in/link/guessed');
  await visitor.get('/sign-in');
  const asked = { shop: 'nordic', address: 'nobody@nordic.example' };
  expect(textOf((await visitor.postAndFollow('/sign-in', asked)).text)).toContain('a link is on its way');
  expect(await world.db.$queryRaw`SELECT count(*)::int AS kept FROM door_session`).toEqual([{ kept: 0 }]);
});

describe('D35: a link', () => {
  it('signs in once, by its button: opening it, as mail scanners do, does not use it up', async () => {
    const link = await world.link(nordic);
    const scanner = new Visitor(world.url);
    for (let n = 0; n < 3; n += 1) expect((await scanner.get(link)).status).toBe(200);
    expect(await isIn(scanner)).toBe(false);

    const person = new Visitor(world.url);
    await person.get(link);
    expect(await person.post(link)).toMatchObject({ status: 303, location: '/' });
    expect(textOf((await person.get('/orders')).text)).toContain('Nordic Outdoor');

    const second = new Visitor(world.url);
    await second.get(link);
    expect((await second.post(link)).status).toBe(403);
    expect(await isIn(second)).toBe(false);
  });

  it('signs in only one of two who press its button at the same moment', async () => {
    const link = await world.link(nordic);
    const both = [new Visitor(world.url), new Visitor(world.url)];
    await Promise.all(both.map((one) => one.get(link)));
    const statuses = await Promise.all(both.map(async (one) => (await one.post(link)).status));
    expect(statuses.toSorted()).toEqual([303, 403]);
  });

  it('is refused after 15 minutes, and a guessed one always', async () => {
    const link = await world.link(nordic);
    world.clock.forward(15 * MINUTE);
    const visitor = new Visitor(world.url);
    for (const address of [link, '/sign-in/link/guessed']) {
      await visitor.get(address);
      expect((await visitor.post(address)).status).toBe(403);
    }
    expect(await isIn(visitor)).toBe(false);
  });

  it('is refused without the form of its page, and from another site', async () => {
    const link = await world.link(nordic);
    const visitor = new Visitor(world.url);
    expect((await visitor.post(link)).status).toBe(403);
    await visitor.get(link);
    expect((await visitor.post(link, {}, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await visitor.post(link, {}, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await visitor.post(link)).status).toBe(303);
  });

  it('is stored only as a hash, with how it was delivered', async () => {
    const link = await world.link(nordic, 'printed');
    const kept = await world.db.doorLink.findFirstOrThrow({ orderBy: { createdAt: 'desc' } });
    expect(kept).toMatchObject({ contact: 'technical', delivery: 'printed', askedBy: 'cli:test' });
    expect(JSON.stringify(kept)).not.toContain(link.split('/').at(-1));
  });
});

describe('D35: a request for a link', () => {
  async function ask(shop: string, address: string, url = world.url) {
    const visitor = new Visitor(url);
    await visitor.get('/sign-in');
    return visitor.postAndFollow('/sign-in', { shop, address });
  }

  it('mails it to a contact of the sheet, and it signs in', async () => {
    mails.received.length = 0;
    await ask('nordic', 'OPS@nordic.example');
    const mail = await eventually(async () => {
      const [first] = mails.received;
      if (!first) throw new Error('no mail yet');
      return first;
    });
    expect(mail.to).toEqual(['ops@nordic.example']);
    const link = /\/sign-in\/link\/[\w-]+/.exec(mail.text.replaceAll('=\r\n', ''))?.[0] ?? '';
    const visitor = new Visitor(world.url);
    await visitor.get(link);
    expect((await visitor.post(link)).status).toBe(303);
    expect(await isIn(visitor)).toBe(true);
  });

  it('gets the same answer whether or not such a contact exists, and mails to no one else', async () => {
    mails.received.length = 0;
    const links = await world.db.doorLink.count();
    const said = await Promise.all([
      ask('nordic', 'nobody@nordic.example'),
      ask('no-such-shop', 'ops@nordic.example'),
      ask('nordic', 'technical'),
    ]);
    await ask('nordic', 'ops@nordic.example');
    await eventually(async () => expect(mails.received).toHaveLength(1));
    expect(new Set(said.map(({ text }) => textOf(text))).size).toBe(1);
    expect(await world.db.doorLink.count()).toBe(links + 1);
  });

  it('is limited, by contact and by client', async () => {
    const url = await world.serve({
      mail: { url: mails.url, from: 'hub@network.example' },
      limits: { linksOfClient: 4, linksOfContact: 2, refusedOfClient: 100, looks: 100, acts: 100 },
    });
    const visitor = new Visitor(url);
    await visitor.get('/sign-in');
    const asks = async (address: string) =>
      (await visitor.post('/sign-in', { shop: 'nordic', address })).status;
    expect([await asks('a@b.example'), await asks('a@b.example'), await asks('a@b.example')]).toEqual([
      303, 303, 429,
    ]);
    expect([await asks('c@b.example'), await asks('d@b.example')]).toEqual([303, 429]);
  });
});

describe('D35: a session', () => {
  it('ends after two hours without activity, after twelve in all, and with sign-out', async () => {
    const idle = await world.signIn(nordic);
    world.clock.forward(119 * MINUTE);
    expect(await isIn(idle)).toBe(true);
    world.clock.forward(120 * MINUTE);
    expect(await isIn(idle)).toBe(false);

    const busy = await world.signIn(nordic);
    for (let hour = 0; hour < 11; hour += 1) {
      world.clock.forward(60 * MINUTE);
      expect(await isIn(busy)).toBe(true);
    }
    world.clock.forward(60 * MINUTE);
    expect(await isIn(busy)).toBe(false);

    const leaving = await world.signIn(nordic);
    expect((await leaving.post('/sign-out')).status).toBe(303);
    expect(await isIn(leaving)).toBe(false);
  });

  it('is new from sign-in on: a cookie known before is worthless (fixation)', async () => {
    const link = await world.link(nordic);
    const visitor = new Visitor(world.url);
    await visitor.get(link);
    const before = new Visitor(world.url);
    for (const [name, value] of visitor.cookies) before.cookies.set(name, value);
    await visitor.post(link);
    expect([await isIn(visitor), await isIn(before)]).toEqual([true, false]);
  });
});

describe("D35: a contact's removal from the sheet", () => {
  it.each([
    ['its address is another', { technical: 'new@nordic.example' }],
    ['it is gone', { phone: '+46 8 123 45' }],
    ['it has another name', { finance: 'ops@nordic.example' }],
  ])('ends sessions, tokens and links at once: %s', async (_how, contacts) => {
    const session = await world.signIn(nordic);
    const token = await world.token(nordic, 'act');
    const link = await world.link(nordic);
    expect([await isIn(session), (await world.json('/orders', { token })).status]).toEqual([true, 200]);
    await world.db.shop.update({ where: { id: nordic.id }, data: { contacts } });
    expect(await isIn(session)).toBe(false);
    expect((await world.json('/orders', { token })).status).toBe(401);
    const visitor = new Visitor(world.url);
    await visitor.get(link);
    expect((await visitor.post(link)).status).toBe(403);
    await world.db.shop.update({
      where: { id: nordic.id },
      data: { contacts: { technical: 'ops@nordic.example' } },
    });
  });
});
