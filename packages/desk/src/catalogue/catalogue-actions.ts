import { randomUUID } from 'node:crypto';
import { rows, type Tx } from '@hub/database';
import { COMMANDS, enqueue } from '@hub/messaging';
import { acceptWaitingCatalogueRun, requestCatalogueRun } from '@hub/shops';
import { z } from 'zod';
import { DESK_REFUSAL_LABELS } from '../audit/refusal-labels';
import { action } from '../engine/action';

const Shop = z.string().min(1).max(255);

/**
 * Has a shop's whole catalogue read (D14): starts a run, or joins the one in progress; one that waits for acceptance is
 * replaced. One that waits for its store continues at once. A run in progress without images is not joined by a caller
 * that wants them.
 */
export const pullCatalogue = action({
  names: {
    'catalogue.pull': 'had a catalogue read',
    'door.read_catalogue': "had the catalogue read again at the shop's door",
  },
  name: (_input, { shop }) => (shop ? 'door.read_catalogue' : 'catalogue.pull'),
  command: 'catalogue.pull',
  note: 'none',
  input: z.strictObject({
    shop: Shop,
    check_images: z.union([z.boolean(), z.literal('yes').transform(() => true)]).default(false),
  }),
  chosen: ['check_images'],
  ofShop: () => true,
  async run(tx, { shop: slug, check_images: checkImages }, { shop: own }) {
    const shop = await tx.shop.findUnique({ where: { slug }, select: { id: true, products: true } });
    if (!shop) return { kind: 'unknown', says: notRead('unknown_shop') };
    if (shop.products === 'off') return refused('products_off');
    const { runId, checksImages } = await requestCatalogueRun(tx, { shopId: shop.id, checkImages });
    if (checkImages && !checksImages) return refused('read_without_images');
    await goOn(tx, runId);
    return {
      kind: 'done',
      says: `${own ? 'Your' : 'Its'} catalogue is being read.`,
      answer: { run: runId },
      begins: true,
      record: { subjects: [`shop:${slug}`], detail: { run: runId, check_images: checkImages } },
    };
  },
});

type NotRead = 'unknown_shop' | 'products_off' | 'read_without_images';
const notRead = (why: NotRead) => `It is not read: ${DESK_REFUSAL_LABELS[why]}.`;
const refused = (why: NotRead) =>
  ({ kind: 'refused', says: notRead(why), why: DESK_REFUSAL_LABELS[why] }) as const;

/** Lets the run that was shown retire most of its shop (D14); any other is refused, as the agent has not seen it. */
export const acceptCatalogue = action({
  names: { 'catalogue.accept': 'accepted a catalogue that retires most of its shop' },
  command: 'catalogue.accept',
  /** `run`: the one that waits, if it is not said. */
  input: z.strictObject({ shop: Shop, run: z.uuid().optional() }),
  async ask({ db }, { shop: slug, run: id }) {
    const shop = await db.shop.findUnique({ where: { slug }, select: { id: true, name: true } });
    if (!shop) return null;
    const where = { shopId: shop.id, ...(id !== undefined && { id }) };
    const run = await db.catalogueRun.findFirst({ where, orderBy: { requestedAt: 'desc' } });
    if (!run) return null;
    const title = `Accept the catalogue of ${shop.name}`;
    if (run.state !== 'waiting' || run.retirementAcceptedAt !== null)
      return { title, happens: [], impossible: DESK_REFUSAL_LABELS.no_waiting_run };
    return {
      title,
      happens: [
        `${run.retired} of its variants are retired: no shop sells them in its name any more.`,
        `${run.variants} variants stay or are added, as the reading has them.`,
        'Orders that came before are served all the same.',
      ],
      warning: 'the shop itself says that it took these articles away.',
      submit: 'Accept it',
    };
  },
  async run(tx, { shop: slug, run: id }) {
    const shop = await tx.shop.findUnique({ where: { slug }, select: { id: true } });
    if (!shop) return { kind: 'unknown', says: `It is not accepted: ${DESK_REFUSAL_LABELS.unknown_shop}.` };
    const waiting = await lockWaiting(tx, { shopId: shop.id, id });
    if (!waiting)
      return { kind: 'refused', says: `It is not accepted: ${DESK_REFUSAL_LABELS.no_waiting_run}.` };
    await acceptWaitingCatalogueRun(tx, shop.id);
    await goOn(tx, waiting.id);
    return {
      kind: 'done',
      says: 'It is accepted, and being applied.',
      answer: { run: waiting.id },
      begins: true,
      record: { subjects: [`shop:${slug}`], detail: { run: waiting.id, retires: waiting.retired } },
    };
  },
});

const WaitingRow = z.object({ id: z.string(), retired: z.int() });

/** Undefined: it does not wait, or is already accepted. */
async function lockWaiting(tx: Tx, { shopId, id = null }: { shopId: number; id: string | null | undefined }) {
  const [row] = await rows(
    WaitingRow,
    tx.$queryRaw`
    SELECT id, retired FROM catalogue_run
    WHERE shop_id = ${shopId} AND state = 'waiting' AND retirement_accepted_at IS NULL AND (${id}::uuid IS NULL OR id = ${id}::uuid)
    FOR UPDATE`,
  );
  return row;
}

async function goOn(tx: Tx, runId: string): Promise<void> {
  await enqueue(tx, COMMANDS.pullCatalogue, { payload: { runId }, correlation: randomUUID() });
}
