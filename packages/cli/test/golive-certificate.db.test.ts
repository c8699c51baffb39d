import { readFileSync, writeFileSync } from 'node:fs';
import { CAPABILITIES } from '@hub/contract';
import { verifyCertificate } from '@hub/desk/golive/certificate';
import {
  aConfirmation,
  ALL_OFF,
  aRehearsal,
  aShop,
  createTestDatabase,
  TEST_ENCRYPTION_KEY,
  type TestDatabase,
  temporaryFolder,
} from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addGoliveCommand } from '../src/commands/golive';
import { addKeysCommand } from '../src/commands/keys';
import { runHub } from './run-hub';

const SHOP = 'nordic';
const folder = temporaryFolder('certificate');
const file = folder.file('nordic.json');
const given = { ...process.env };
let test: TestDatabase;
let production: TestDatabase;
beforeAll(async () => {
  [test, production] = await Promise.all([anInstallation('test'), anInstallation('production')]);
});
afterAll(async () => {
  folder.remove();
  process.env = { ...given };
  process.exitCode = undefined;
  await Promise.all([test.drop(), production.drop()]);
});

async function anInstallation(environment: string): Promise<TestDatabase> {
  const database = await createTestDatabase();
  await database.db.installation.updateMany({ data: { environment } });
  await aShop(database.db, { slug: SHOP, storeApiRoot: 'https://shop.example/api', capabilities: ALL_OFF });
  return database;
}

function hub({ url }: TestDatabase, words: readonly string[], keys = TEST_ENCRYPTION_KEY) {
  Object.assign(process.env, { DATABASE_URL: url, HUB_ENCRYPTION_KEYS: keys });
  return runHub([addGoliveCommand, addKeysCommand], words);
}

const SIGN_OFF = ['golive', SHOP, 'sign-off', '--as', 'ada', '--words', 'open it'];

async function confirmed({ db }: TestDatabase): Promise<void> {
  await aRehearsal(db, { shop: SHOP });
  for (const capability of CAPABILITIES)
    for (const side of ['operator', 'store'] as const)
      await aConfirmation(db, { shop: SHOP, capability, side });
}

/** In the order of a shop's go-live: each continues where the previous one ended. */
describe('D32: sign-off and certificate', () => {
  it('test is signed off after the last capability that the shop uses is confirmed', async () => {
    await expect(hub(test, SIGN_OFF)).rejects.toThrow('no capability is confirmed yet');
    await expect(hub(test, ['golive', SHOP, 'certificate'])).rejects.toThrow(
      'nothing of nordic is confirmed',
    );
    await confirmed(test);
    await test.db.shop.updateMany({ data: { trialTraffic: true } });
    await hub(test, SIGN_OFF);
    expect(await test.db.shop.findFirst()).toMatchObject({ trialTraffic: false });
    expect(await test.db.outbox.count({ where: { type: 'network-quantity.recalculate-shop' } })).toBe(1);
    const { out } = await hub(test, ['golive', SHOP, '--json']);
    expect(JSON.parse(out)).toMatchObject({ signed_off: { name: 'ada', words: 'open it' } });
    expect(await test.db.supportAction.findMany({ where: { action: 'golive.sign_off' } })).toMatchObject([
      { actor: 'cli:ada', detail: { environment: 'test', name: 'ada' } },
    ]);
  });

  it('the certificate names every check and who confirmed it, and is verified where it was issued', async () => {
    await hub(test, ['golive', SHOP, 'certificate', '--out', file]);
    const { certificate } = JSON.parse(readFileSync(file, 'utf8'));
    expect(certificate).toMatchObject({ shop_slug: SHOP, environment: 'test', signed_off: { name: 'ada' } });
    expect(certificate.capabilities).toHaveLength(5);
    expect(certificate.capabilities[0]).toMatchObject({
      capability: 'products',
      rehearsal: { checks: [{ id: 'products.check', result: 'passed' }] },
      confirmed: { store: { name: 'Bo', link: 'mailed' }, operator: { name: 'Ada' } },
    });
    const { out } = await hub(test, ['golive', 'verify', file, '--json']);
    expect(JSON.parse(out)).toMatchObject({ valid: true, shop: SHOP, environment: 'test' });
  });

  it('altered by any one byte, it is invalid', () => {
    const bytes = readFileSync(file);
    const sound = [...bytes.keys()].filter((place) => {
      const altered = Buffer.from(bytes);
      altered[place] = (altered[place] ?? 0) ^ 1;
      return verifyCertificate(altered.toString('utf8')).kind === 'sound';
    });
    expect(sound).toEqual([]);
    expect(verifyCertificate(bytes.toString('utf8')).kind).toBe('sound');
    expect(verifyCertificate(`${bytes.toString('utf8')}\n`).kind).toBe('altered');
  });

  it('production requires the certificate of test, unaltered and from a known installation', async () => {
    const signOff = (...words: string[]) => hub(production, [...SIGN_OFF, ...words]);
    await expect(signOff()).rejects.toThrow('signed off with the certificate of test');
    const altered = folder.file('altered.json');
    writeFileSync(altered, readFileSync(file, 'utf8').replace('"name": "ada"', '"name": "eve"'));
    await expect(signOff('--certificate', altered)).rejects.toThrow('not as it was issued');
    await expect(hub(production, ['golive', 'verify', altered])).rejects.toThrow('not as it was issued');
    await expect(signOff('--certificate', file)).rejects.toThrow('not known here');
    await expect(hub(production, ['golive', 'verify', file])).rejects.toThrow('not known here');

    const { out } = await hub(test, ['golive', 'key']);
    await signOff('--certificate', file, '--key', out.trim());
    const { detail } = await production.db.goliveEntry.findFirstOrThrow({ where: { kind: 'signed_off' } });
    expect(detail).toMatchObject({ certificate: { issuer: out.trim(), capabilities: [...CAPABILITIES] } });
    // From now on it is known.
    expect((await hub(production, ['golive', 'verify', file])).out).toContain('valid: nordic in test');
    await signOff('--certificate', file);
  });

  it("a certificate of production, or of another shop, is not test's", async () => {
    await confirmed(production);
    const own = folder.file('production.json');
    await hub(production, ['golive', SHOP, 'certificate', '--out', own]);
    await expect(hub(production, [...SIGN_OFF, '--certificate', own])).rejects.toThrow('is not of test');
    await aShop(production.db, { slug: 'fjord' });
    const other = SIGN_OFF.map((word) => (word === SHOP ? 'fjord' : word));
    await expect(hub(production, [...other, '--certificate', file])).rejects.toThrow('of another shop');
  });

  it('D34: the key is encrypted again by keys rotate, and signs what it signed before', async () => {
    const next = 'ab'.repeat(32);
    const before = await test.db.certificateKey.findFirstOrThrow();
    await hub(test, ['keys', 'rotate'], `${next},${TEST_ENCRYPTION_KEY}`);
    const after = await test.db.certificateKey.findFirstOrThrow();
    expect(after.publicKey).toBe(before.publicKey);
    expect(after.keyId).not.toBe(before.keyId);
    const { out } = await hub(test, ['golive', SHOP, 'certificate'], next);
    expect(verifyCertificate(out).kind).toBe('sound');
  });
});
