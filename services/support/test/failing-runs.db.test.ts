import { randomUUID } from 'node:crypto';
import { startLabRun } from '@hub/desk/routing/lab';
import { aShippingOrder, eventually } from '@hub/testing';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { SupportWorld } from './support-world';
import { manyDeadLetters } from './web/dead-letters';

const HOUR = 3_600_000;

let world: SupportWorld;
beforeEach(async () => {
  world = await SupportWorld.open();
}, 60_000);
afterEach(() => world.close(), 60_000);

async function started(name: string): Promise<string> {
  const now = Date.now();
  const at = (ms: number) => new Date(ms).toISOString();
  const asked = { name, band_km: 80, from: at(now - 2 * HOUR), before: at(now - HOUR / 2) };
  const end = await startLabRun.act({ db: world.db, actor: 'agent:ada', role: 'agent', now }, asked);
  if (end.kind !== 'done') throw new Error(end.says);
  return end.answer.id;
}
const run = (id: string) => world.db.labRun.findUniqueOrThrow({ where: { id } });

it('a lab run that cannot advance waits, and the others continue', async () => {
  const { sellerOrderId } = await aShippingOrder(world.db);
  const decision = { id: randomUUID(), sellerOrderId, policyVersion: 'D19-2', detail: {} };
  await world.db.routingDecision.create({ data: { ...decision, decidedAt: new Date(Date.now() - HOUR) } });
  const broken = await started('broken');
  await world.db.labRun.update({ where: { id: broken }, data: { figures: {}, dueAt: new Date(0) } });
  const sound = await started('sound');

  await world.startSupport();

  await eventually(async () => expect(await run(sound)).toMatchObject({ state: 'finished', next: 1 }));
  const waiting = await run(broken);
  expect(waiting).toMatchObject({ state: 'running', next: 0 });
  expect(waiting.dueAt.getTime()).toBeGreaterThan(Date.now());
});

it('a bulk run that cannot advance waits, and the others continue', async () => {
  const { db } = world;
  await manyDeadLetters(db, 2);
  const [first, second] = await db.deadLetter.findMany({ select: { id: true } });
  const aRun = async (ids: string[], dueAt: Date) => {
    const selectionId = randomUUID();
    const set = { id: selectionId, createdBy: 'agent:ada', filter: 'all', ids };
    await db.deadLetterSelection.create({ data: set });
    const asked = { action: 'discard', startedBy: 'agent:ada', size: ids.length, dueAt };
    return (await db.bulkRun.create({ data: { id: randomUUID(), selectionId, ...asked } })).id;
  };
  const broken = await aRun([first?.id ?? '', first?.id ?? ''], new Date(0));
  const sound = await aRun([second?.id ?? ''], new Date(1));

  await world.startSupport();

  const stands = (id: string) => db.bulkRun.findUniqueOrThrow({ where: { id } });
  await eventually(async () => expect(await stands(sound)).toMatchObject({ state: 'finished', next: 1 }));
  const waiting = await stands(broken);
  expect(waiting).toMatchObject({ state: 'running', next: 0 });
  expect(waiting.dueAt.getTime()).toBeGreaterThan(Date.now());
});
