import { aShop, createTestDatabase, TEST_ENCRYPTION_KEY, type TestDatabase } from '@hub/testing';
import { takeLink } from '@hub/desk/door';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { addDoorCommand } from '../src/commands/door';
import { runHub } from './run-hub';

const given = { ...process.env };
const URL_OF_DOOR = 'https://door.example';
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const { id } = await aShop(database.db, { slug: 'nordic' });
  const contacts = { technical: 'Ops@nordic.example', phone: '+46 8 123 45' };
  await database.db.shop.update({ where: { id }, data: { contacts } });
});
beforeEach(() => {
  Object.assign(process.env, {
    DATABASE_URL: database.url,
    HUB_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY,
    DOOR_URL: URL_OF_DOOR,
  });
});
afterEach(() => {
  process.env = { ...given };
  process.exitCode = undefined;
});
afterAll(() => database.drop());

const link = (...words: string[]) => runHub([addDoorCommand], ['door', 'link', ...words]);
const use = (address: string) =>
  takeLink(database.db, { token: address.trim().split('/').at(-1) ?? '', now: Date.now() });

describe('hub door link (D35)', () => {
  it.each(['technical', 'ops@nordic.example'])(
    'prints a link for %s where no mail server is set, and records that it was printed',
    async (contact) => {
      const { out } = await link('nordic', contact, '--as', 'ada');
      expect(out).toMatch(/^https:\/\/door\.example\/sign-in\/link\/[\w-]{43}\n$/);
      const letIn = await use(out);
      expect(letIn).toMatchObject({
        delivery: 'printed',
        contact: { shop: 'nordic', contact: 'technical', address: 'ops@nordic.example' },
      });
      expect(await use(out)).toBeNull();
      const trail = await database.db.supportAction.findMany({ orderBy: { id: 'desc' }, take: 2 });
      expect(trail.map(({ actor, action }) => [actor, action])).toEqual([
        ['shop:nordic/technical', 'door.sign_in'],
        ['cli:ada', 'door.link'],
      ]);
    },
  );

  it('as JSON says how, to whom and until when', async () => {
    const { out } = await link('nordic', 'technical', '--json');
    expect(JSON.parse(out)).toEqual({
      delivery: 'printed',
      to: 'ops@nordic.example',
      expires_at: expect.stringMatching(/Z$/),
      link: expect.stringContaining(URL_OF_DOOR),
    });
  });

  it('refuses a contact without an address, an unknown shop, and a hub without a door', async () => {
    await expect(link('nordic', 'phone')).rejects.toThrow('has no such contact; there are: technical');
    await expect(link('nordic', 'else@nordic.example')).rejects.toThrow('has no such contact');
    await expect(link('fjord', 'technical')).rejects.toThrow('no shop "fjord"');
    delete process.env['DOOR_URL'];
    await expect(link('nordic', 'technical')).rejects.toThrow('DOOR_URL is not set: there is no door');
  });
});
