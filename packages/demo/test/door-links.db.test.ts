import { takeLink } from '@hub/desk/door';
import { aShop, createTestDatabase, type TestDatabase } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CONTACT, doorLinks } from '../src/door-links';

const DOOR = 'http://127.0.0.1:8091';
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  for (const slug of ['nordic', 'fjord']) {
    const { id } = await aShop(database.db, { slug });
    const contacts = { [CONTACT]: `ops@${slug}.example` };
    await database.db.shop.update({ where: { id }, data: { contacts } });
  }
});
afterAll(() => database.drop());

describe('D35: npm start has a link to the own door of each of its shops', () => {
  it('works once, as a link that was printed, and the trail records who asked', async () => {
    const links = await doorLinks(database.db, { url: DOOR, shops: [{ slug: 'nordic' }, { slug: 'fjord' }] });
    expect(links.map(({ shop }) => shop.slug)).toEqual(['nordic', 'fjord']);
    for (const { shop, link } of links) {
      expect(link).toMatch(/^http:\/\/127\.0\.0\.1:8091\/sign-in\/link\/[\w-]{43}$/);
      const given = { token: link.split('/').at(-1) ?? '', now: Date.now() };
      const letIn = await takeLink(database.db, given);
      expect(letIn).toMatchObject({ delivery: 'printed', contact: { shop: shop.slug } });
      expect(await takeLink(database.db, given)).toBeNull();
    }
    const asked = await database.db.supportAction.findMany({ where: { action: 'door.link' } });
    expect(asked.map(({ actor }) => actor)).toEqual(['cli:demonstration', 'cli:demonstration']);
  });

  it('fails if a shop has no contact to let in', async () => {
    await aShop(database.db, { slug: 'empty' });
    await expect(doorLinks(database.db, { url: DOOR, shops: [{ slug: 'empty' }] })).rejects.toThrow(
      'empty has no contact technical',
    );
  });
});
