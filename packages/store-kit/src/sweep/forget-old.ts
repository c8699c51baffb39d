import type { KitContext } from '../context';

const DAY_MS = 24 * 3_600_000;

/** D30: the service keeps a call that failed for 90 days, and people can have it repeated until then. */
const USUAL_DAYS = 180;
const AT_ONCE = 500;

/** Once a day: forgets references of calls, and keys of delivered events, that are no longer used, and what was last listed long ago. */
export async function forgetOld<Tx>(kit: KitContext<Tx>, days = USUAL_DAYS): Promise<void> {
  if (!(await isDue(kit))) return;
  const before = kit.now() - days * DAY_MS;
  await kit.storage.forgetDelivered(new Date(before));
  await forgetRecords(kit, 'call', before);
  // What the latest whole reading listed is listed until the next, however long ago that was.
  const listedSince = (await kit.listing?.listedSince()) ?? before;
  await forgetRecords(kit, 'listed', Math.min(before, listedSince));
}

async function forgetRecords<Tx>(
  kit: KitContext<Tx>,
  kind: 'call' | 'listed',
  before: number,
): Promise<void> {
  let after = '';
  for (;;) {
    const page = await kit.storage.recordsOf({ kind, after, limit: AT_ONCE });
    const old = page.filter(({ value }) => isOld(JSON.parse(value), before));
    await kit.storage.transaction(async (tx) => {
      for (const record of old) await kit.storage.deleteRecord(record, tx);
    });
    const last = page.at(-1);
    if (!last || page.length < AT_ONCE) return;
    after = last.id;
  }
}

/** Decided by one of the processes, for all of them. */
function isDue<Tx>(kit: KitContext<Tx>): Promise<boolean> {
  const now = { at: kit.now() };
  return kit.storage.transaction(async (tx) => {
    const records = kit.records(tx);
    if (await records.insert('forgetting', 'last', now)) return true;
    const last = await records.find('forgetting', 'last');
    if (last && last.at + DAY_MS > now.at) return false;
    await records.update('forgetting', 'last', now);
    return true;
  });
}

/** What a call of unknown outcome left is old as well by then: it is no longer repeated. */
function isOld({ at }: { at: number }, before: number): boolean {
  return at < before;
}
