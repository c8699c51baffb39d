import { inTransaction, type Tx } from '@hub/database';
import { actorOf } from '../actor';
import { counted } from '../counted';
import { readJson } from '../files';
import { requireServedShop } from '../find-shop';
import { print, printJson, printTable, printText, time } from '../output';
import { isoMoment } from '../read-moment';
import { closeOpenGap, readReports, requireOpenGap } from './close';
import { reconcile } from './reconcile';
import { keepShopList, readShopList } from './shop-list';
import { withDatabase } from '../with-database';

interface Options {
  as?: string;
  json?: boolean;
}

/** Options of `hub restore reconcile`. */
type ReconcileOptions = Options & { from?: string; dryRun?: boolean };

/** Options of `hub restore close`. */
type CloseOptions = Options & { without?: string[]; note: string };

const inOne = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
  withDatabase(({ db }) => inTransaction(db, work, { timeoutMs: 600_000 }));

/** `hub restore reconcile`: opens the lost time. */
export async function reconcileAll(options: ReconcileOptions): Promise<void> {
  const from = options.from === undefined ? null : new Date(isoMoment('--from', options.from));
  const dryRun = options.dryRun === true;
  const given = { from, until: new Date(), actor: actorOf(options.as), dryRun };
  const found = await inOne((tx) => reconcile(tx, given));
  if (options.json)
    return printJson({
      dry_run: dryRun,
      lost_from: time(found.lostFrom),
      lost_until: time(found.lostUntil),
      outcome_unknown: found.doubted,
      orders_waiting: found.waiting,
      shops: found.shops,
    });
  print(
    `lost: ${time(found.lostFrom)} to ${time(found.lostUntil)}${dryRun ? ' (dry run: nothing was changed)' : ''}`,
  );
  print(
    `${counted(found.doubted, 'shipping order')} never sent as far as is known: outcome unknown, the same call settles it`,
  );
  print(`${counted(found.waiting, 'order')} with waiting lines: given to no shop until hub restore close`);
  for (const { slug, contacts, text } of found.shops) {
    print('');
    print(`to ${slug} (${contactsText(contacts)}):`);
    print('');
    printText(text);
  }
}

function contactsText(contacts: unknown): string {
  const addresses = typeof contacts === 'object' && contacts !== null ? Object.values(contacts) : [];
  return addresses.length === 0 ? 'no contact on its sheet' : addresses.join(', ');
}

/** `hub restore list`: loads a shop's list. */
export async function takeList(slug: string, file: string, options: Options): Promise<void> {
  const placements = readShopList(readJson(file));
  const [actor, now] = [actorOf(options.as), new Date()];
  const read = await withDatabase(async ({ db }) => {
    const shop = await requireServedShop(db, slug);
    return inTransaction(db, async (tx) =>
      keepShopList(tx, { gap: await requireOpenGap(tx), shop, placements, actor, now }),
    );
  });
  const { listed, forgotten, endedHere, notListed } = read;
  if (options.json) return printJson({ listed, forgotten, ended_here: endedHere, not_listed: notListed });
  print(
    `${listed} listed, ${forgotten.length} of them forgotten here: routing gives their lines to ${slug} again`,
  );
  for (const reference of endedHere) print(`ask the shop: it has ${reference}, which has ended here`);
  for (const reference of notListed)
    print(`ask the shop: it does not list ${reference}, which it has as far as is known here`);
}

/** `hub restore status`: which shops have listed. */
export async function status(options: Options): Promise<void> {
  const { gap, reports } = await inOne(async (tx) => {
    const open = await requireOpenGap(tx);
    return { gap: open, reports: await readReports(tx, open) };
  });
  if (options.json)
    return printJson({ lost_from: time(gap.lostFrom), lost_until: time(gap.lostUntil), shops: reports });
  print(`lost: ${time(gap.lostFrom)} to ${time(gap.lostUntil)}`);
  printTable(
    ['shop', 'has listed'],
    reports.map(({ slug, listed }) => [slug, listed ? 'yes' : 'no']),
  );
}

/** `hub restore close`: lines are routed again. */
export async function close(options: CloseOptions): Promise<void> {
  const { without = [], note } = options;
  const routed = await inOne((tx) =>
    closeOpenGap(tx, { without, note, actor: actorOf(options.as), now: new Date() }),
  );
  if (options.json) return printJson({ closed: true, orders_routed: routed });
  print(`closed; routed again: ${counted(routed, 'order')} with waiting lines`);
}
