import { COMMANDS } from '@hub/messaging';
import {
  aShop,
  aVariant,
  createTestDatabase,
  eventually,
  TEST_ENCRYPTION_KEY,
  type StoredShop,
  type TestDatabase,
} from '@hub/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DESK_REFUSAL_LABELS } from '@hub/desk/audit';
import { pullCatalogue } from '@hub/desk/catalogue';
import { addCatalogueCommand } from '../src/commands/catalogue';
import { runHub } from './run-hub';

const given = { ...process.env };

let database: TestDatabase;
let shop: StoredShop;
beforeEach(async () => {
  database = await createTestDatabase();
  Object.assign(process.env, { DATABASE_URL: database.url, HUB_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY });
  shop = await aShop(database.db);
}, 60_000);
afterEach(async () => {
  process.env = { ...given };
  process.exitCode = undefined;
  await database.drop();
}, 60_000);

const pull = (check_images = false) =>
  pullCatalogue.act(
    { db: database.db, actor: 'cli:ada', role: 'agent', now: Date.now() },
    { shop: shop.slug, check_images },
  );
const runOf = (end: Awaited<ReturnType<typeof pull>>): string =>
  end.kind === 'done' ? end.answer.run : end.says;

describe('hub catalogue pull (D14)', () => {
  it('joins the running run, and continues it at once: its own message may be in a delay queue for minutes', async () => {
    const { db } = database;
    const runId = runOf(await pull());
    await db.catalogueRun.update({
      where: { id: runId },
      data: { state: 'reading', stalledSince: new Date() },
    });
    await db.outbox.deleteMany();

    expect(runOf(await pull())).toBe(runId);

    const [message, ...more] = await db.outbox.findMany();
    expect(more).toEqual([]);
    expect(message).toMatchObject({ type: COMMANDS.pullCatalogue.type });
  });

  it('--check-images: a run that waits for its turn checks them, and one that reads without them does not count', async () => {
    const { db } = database;
    const id = runOf(await pull(false));
    expect(runOf(await pull(true))).toBe(id);
    expect(await db.catalogueRun.findUnique({ where: { id } })).toMatchObject({ checkImages: true });

    await db.catalogueRun.update({ where: { id }, data: { state: 'reading', checkImages: false } });
    expect(await pull(true)).toMatchObject({ kind: 'refused', why: DESK_REFUSAL_LABELS.read_without_images });
    expect(runOf(await pull(false))).toBe(id);
    expect(await db.catalogueRun.findMany()).toMatchObject([{ id, checkImages: false }]);
  });

  it('lists what is not linked', async () => {
    const { db } = database;
    await aVariant(db, { shopId: shop.id, variantId: 'V-1', gtin: null });
    const pulled = runHub([addCatalogueCommand], ['catalogue', 'pull', shop.slug, '--json']);
    await eventually(async () => {
      const { count } = await db.catalogueRun.updateMany({ data: { state: 'accepted', unlinked: 1 } });
      expect(count).toBe(1);
    });
    const { out, exitCode } = await pulled;
    expect(exitCode).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ unlinked: 1, not_linked: [{ variant_id: 'V-1' }] });
    expect(await db.supportAction.findMany({ where: { subject: `shop:${shop.slug}` } })).toMatchObject([
      { action: 'catalogue.pull', detail: { check_images: false } },
    ]);
  });
});
