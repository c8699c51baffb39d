import { inTransaction } from '@hub/database';
import { applySheet, parseSheet, removeShop } from '@hub/shops';
import { ALL_OFF, aSheet, createTestDatabase, TEST_ENCRYPTION_KEY, type TestDatabase } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findTokenHolder, issueToken } from '../../src/door/access/tokens';
import { makeLink, takeLink } from '../../src/door/access/links';

const ENV = { NORDIC_BEARER_TOKEN: 'bearer', NORDIC_SIGNING_SECRET: 'signing' };
const SHOP = 'nordic-outdoor';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function apply(contacts: Record<string, string>): Promise<void> {
  const read = parseSheet(aSheet({ contacts, capabilities: ALL_OFF }), ENV, { allowInsecureStores: false });
  if (!read.ok) throw new Error(read.faults.join());
  await inTransaction(database.db, (tx) => applySheet(tx, read.sheet, TEST_ENCRYPTION_KEY));
}

async function linkOf(contact: string): Promise<string> {
  const made = await makeLink(database.db, {
    shop: SHOP,
    contact,
    delivery: 'mailed',
    askedBy: 'cli:test',
    now: Date.now(),
  });
  if (made.kind !== 'made') throw new Error('no such contact');
  return made.token;
}

/** A token and a link of the contact, unused, and a session row as the session library keeps it. */
async function access(contact: string) {
  const { db } = database;
  const now = Date.now();
  const by = await takeLink(db, { token: await linkOf(contact), now });
  if (by === null) throw new Error('not let in');
  const issued = await issueToken(db, { label: contact, may: 'read', days: 1, by, now });
  if (issued.kind !== 'issued') throw new Error(issued.reason);
  const { shopId, contact: name, address } = by.contact;
  const sess = { cookie: {}, contact: { shopId, contact: name, address } };
  await db.doorSession.create({
    data: { sid: `session of ${contact}`, sess, expire: new Date(now + 60_000) },
  });
  return { token: issued.token, link: await linkOf(contact), sid: `session of ${contact}` };
}

async function standing({ token, link, sid }: Awaited<ReturnType<typeof access>>) {
  const now = Date.now();
  return {
    token: (await findTokenHolder(database.db, { token, now })) !== null,
    session: (await database.db.doorSession.count({ where: { sid } })) > 0,
    link: (await takeLink(database.db, { token: link, now })) !== null,
  };
}

const ALL = { token: true, session: true, link: true };
const NOTHING = { token: false, session: false, link: false };

describe("D35: a contact's removal from the sheet", () => {
  it('ends its sessions, tokens and links permanently, though it comes back; others keep theirs', async () => {
    const [stays, goes] = [{ stays: 'Stays@shop.example' }, { goes: 'goes@shop.example' }];
    await apply({ ...stays, ...goes });
    const [kept, ended] = [await access('stays'), await access('goes')];
    await apply(stays);
    await apply({ ...stays, ...goes });
    expect([await standing(kept), await standing(ended)]).toEqual([ALL, NOTHING]);
  });

  it('comes with the removal of the shop', async () => {
    await apply({ last: 'last@shop.example' });
    const had = await access('last');
    const removal = await inTransaction(database.db, (tx) => removeShop(tx, { slug: SHOP, by: 'cli:test' }));
    expect(removal.kind).toBe('removed');
    await apply({ last: 'last@shop.example' });
    expect(await standing(had)).toEqual(NOTHING);
  });
});
