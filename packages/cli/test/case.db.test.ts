import { inTransaction, type Database } from '@hub/database';
import { raiseAlert } from '@hub/alerts';
import { recordActions } from '@hub/desk/engine';
import { sweepCases } from '@hub/desk/cases';
import { aShippingOrder, createTestDatabase, TEST_ENCRYPTION_KEY, type TestDatabase } from '@hub/testing';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { addCaseCommand } from '../src/commands/case';
import { runHub } from './run-hub';

const given = { ...process.env };

let database: TestDatabase;
let db: Database;
beforeEach(async () => {
  database = await createTestDatabase();
  db = database.db;
  Object.assign(process.env, { DATABASE_URL: database.url, HUB_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY });
}, 60_000);
afterEach(async () => {
  process.env = { ...given };
  process.exitCode = undefined;
  jest.restoreAllMocks();
  await database.drop();
}, 60_000);

const hub = (...words: string[]) => runHub([addCaseCommand], words);
const json = async (...words: string[]): Promise<unknown> => JSON.parse((await hub(...words, '--json')).out);
const theCase = () => db.supportCase.findFirstOrThrow();

/** A case of an order that its shop refused. */
async function aCase(): Promise<{ id: string; orderId: string }> {
  const order = await aShippingOrder(db, { state: 'refused', storeOrderId: null });
  await inTransaction(db, async (tx) => {
    await raiseAlert(tx, {
      kind: 'placing_refused',
      subject: `shipping_order:${order.id}`,
      message: 'Refused.',
    });
    await sweepCases(tx, Date.now());
  });
  return { id: (await theCase()).id, orderId: order.orderId };
}

describe('hub case', () => {
  it('lists cases, and shows one with what is in it', async () => {
    const { id, orderId } = await aCase();
    expect(await json('case', 'list')).toMatchObject([
      { id, cause: 'refused', state: 'open', orders: 1, in_difficulty: 1, owner: null },
    ]);
    expect(await json('case', 'list', '--state', 'closed')).toEqual([]);
    expect(await json('case', 'show', id)).toMatchObject({
      at_risk: [{ order_id: orderId, situation: 'refused' }],
      alerts: [{ kind: 'placing_refused' }],
      history: [{ kind: 'opened', actor: null }],
    });
    expect((await hub('case', 'show', id)).out).toContain(orderId);
    await expect(hub('case', 'show', 'nonsense')).rejects.toThrow('there is no such case');
  });

  it('takes, hands over, notes, snoozes, wakes, links and gives back', async () => {
    const { id } = await aCase();
    await inTransaction(db, (tx) =>
      recordActions(tx, { actor: 'lead:bo', action: 'desk.sign_in', subjects: ['account:bo'] }),
    );
    expect(await json('case', 'take', id, '--as', 'ada', '--dry-run')).toMatchObject({
      owner: 'ada',
      dry_run: true,
    });
    expect(await theCase()).toMatchObject({ owner: null });
    expect((await hub('case', 'take', id, '--as', 'ada')).out).toContain('it is yours');
    expect(await json('case', 'list', '--mine')).toEqual([]);
    expect(await json('case', 'list', '--since', '1h')).toMatchObject([{ state: 'open' }]);
    expect(await json('case', 'list', '--since', '2099-01-01')).toEqual([]);
    expect(await json('case', 'list', '--owner', 'ada')).toMatchObject([{ id }]);
    await hub('case', 'note', id, 'ask @bo', '--as', 'ada');
    await hub('case', 'link', id, 'https://tickets.example/T-1', '--as', 'ada');
    await hub('case', 'hand-over', id, 'bo', '--note', 'needs a lead', '--as', 'ada');
    await hub('case', 'snooze', id, '4h', '--as', 'ada');
    expect(await theCase()).toMatchObject({ owner: 'bo', ticketUrl: 'https://tickets.example/T-1' });
    expect(await json('case', 'list')).toEqual([]);
    await hub('case', 'wake', id, '--as', 'ada');
    await hub('case', 'release', id, '--as', 'ada');
    expect(await theCase()).toMatchObject({ owner: null, snoozedUntil: null });
    const actions = await db.supportAction.findMany({
      where: { subject: `case:${id}` },
      orderBy: { id: 'asc' },
    });
    expect(actions.map(({ action, actor }) => [action, actor])).toEqual(
      ['take', 'note', 'link', 'hand_over', 'snooze', 'wake', 'release'].map((action) => [
        `case.${action}`,
        'cli:ada',
      ]),
    );
    await expect(hub('case', 'snooze', id, 'soon')).rejects.toThrow('<for>: 30m');
  });

  it('D18: closes one whose order has an open problem only with --anyway, and says what stays', async () => {
    const { id, orderId } = await aCase();
    await expect(hub('case', 'close', id)).rejects.toThrow(`still at risk: ${orderId}`);
    expect(await theCase()).toMatchObject({ closedAt: null });
    const tried = await hub('case', 'close', id, '--anyway', '--dry-run');
    expect(tried.out).toContain('tried, without effect');
    expect(await theCase()).toMatchObject({ closedAt: null });
    const closed = await hub('case', 'close', id, '--anyway', '--note', 'known', '--as', 'ada');
    expect(closed).toMatchObject({ exitCode: 0, notes: expect.stringContaining(orderId) });
    expect(await theCase()).toMatchObject({ closedBy: 'ada' });
  });
});
