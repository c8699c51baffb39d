import { randomUUID } from 'node:crypto';
import { type Acting, LONGEST_NOTE } from '../../src/engine/action';
import {
  aConfirmation,
  ALL_OFF,
  aRehearsal,
  aShop,
  createTestDatabase,
  type TestDatabase,
} from '@hub/testing';
import { tryActions, type ActionCase } from '@hub/testing/try-actions';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import * as goLive from '../../src/golive';
import { answerTask, endRehearsal } from '../../src/golive/rehearsal/run-tasks';
import { confirmCapability } from '../../src/golive/confirm-capability';
import { overruleCheck } from '../../src/golive/overrule-check';
import { signOff } from '../../src/golive/sign-off';

let database: TestDatabase;
let shop: { id: number; slug: string };
beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.installation.updateMany({ data: { environment: 'test' } });
}, 60_000);
afterAll(() => database.drop(), 60_000);
beforeEach(async () => {
  shop = await aShop(database.db, { capabilities: ALL_OFF });
});

const by = (role: Acting['role'], of?: Acting['shop']): Acting => ({
  db: database.db,
  actor: of ? `shop:${of.slug}/technical` : `${role}:ada`,
  role,
  shop: of && { ...of, delivery: 'mailed' },
  now: Date.now(),
});
const rehearsed = (result: 'passed' | 'failed' = 'passed') =>
  aRehearsal(database.db, { shop: shop.slug, capabilities: ['products'], result });

async function underWay() {
  const task = { task: 'Sell one.', taskExpects: 'done', taskNumber: 1 };
  const run = { id: randomUUID(), startedBy: 'shop:x', leaseUntil: new Date(Date.now() + 600_000) };
  await database.db.rehearsalRun.create({ data: { ...run, ...task, shopId: shop.id } });
}

const CASES: readonly ActionCase<Acting>[] = [
  {
    name: 'confirm what was rehearsed',
    action: confirmCapability,
    async given() {
      await rehearsed();
      return { shop: shop.slug, capability: 'products', words: 'We saw it pass.' };
    },
    saysAtDoor: { name: 'Bo' },
    recorded: 'golive.confirm',
  },
  {
    name: 'overrule a failed check',
    action: overruleCheck,
    given: async () => ({
      shop: shop.slug,
      rehearsal: await rehearsed('failed'),
      check: 'products.check',
    }),
    recorded: 'golive.overrule',
  },
  {
    name: 'sign a shop off',
    action: signOff,
    async given() {
      await rehearsed();
      for (const side of ['operator', 'store'] as const)
        await aConfirmation(database.db, { shop: shop.slug, capability: 'products', side });
      return { shop: shop.slug, words: 'Open it.' };
    },
    recorded: 'golive.sign_off',
    repeats: true,
  },
  {
    name: 'answer what a rehearsal asks',
    action: answerTask,
    async given() {
      await underWay();
      return { task: 1, answer: 'done' };
    },
    recorded: 'golive.answer_task',
  },
  {
    name: 'end a rehearsal',
    action: endRehearsal,
    async given() {
      await underWay();
      return {};
    },
    recorded: 'golive.end_rehearsal',
    repeats: true,
  },
];

tryActions(CASES, { db: () => database.db, by, shop: () => shop, longestNote: LONGEST_NOTE });

it('every action of going live is tried here', () => {
  const isAction = (one: unknown) => typeof one === 'object' && one !== null && 'isOfShop' in one;
  const tried = new Set<unknown>(CASES.map((of) => of.action));
  expect(Object.values<unknown>(goLive).filter((one) => isAction(one) && !tried.has(one))).toEqual([]);
});
