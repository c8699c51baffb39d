import { randomUUID } from 'node:crypto';
import type { StoreOperation } from '@hub/contract';
import type { PlatformCalls, Readable, RemoteAdapter, TransactionalAdapter } from '../adapter';
import type { KitContext } from '../context';
import { type CallRecord, idOf, type Records } from '../records';
import { refuse, StoreRefusal } from '../refuse';

/** A call whose `external_ref` is its idempotency key: carried out once, however often, and however much at once, it comes. */
export interface OnceCall<Begun, Done> {
  operation: StoreOperation;
  reference: string;
  /** Of all its data: other data under the same reference is `409`. */
  fingerprint: string;
  /** Refuses what cannot be, and notes that it begins, also after an attempt of unknown end. */
  begin: <Tx>(records: Records<Tx>) => Promise<Begun>;
  carryOut: <Tx>(platform: PlatformCalls<Tx> & Partial<Readable<Tx>>, tx: Tx, begun: Begun) => Promise<Done>;
  /** What an attempt of unknown end has left on a platform that commits on its own; null: nothing. */
  findDone: (platform: RemoteAdapter, begun: Begun) => Promise<Done | null>;
  /** Records what is done, and gives the receipt. */
  end: <Tx>(done: Done, records: Records<Tx>) => Promise<object>;
  /** Takes back what `begin` noted, where the platform refused. */
  undo?: (<Tx>(records: Records<Tx>) => Promise<void>) | undefined;
}

/** What the bookkeeping needs of it. */
type AnyCall = Pick<OnceCall<unknown, unknown>, 'operation' | 'reference' | 'fingerprint' | 'undo'>;

/** How long a call of unknown outcome is left to the process that carries it out, unless that renews it. Longer than the service waits for an answer. */
const HOLD_MS = 60_000;
const RENEW_MS = HOLD_MS / 3;
/** A platform that hangs for longer has lost the write, or has made it: another may ask it. */
const HELD_AT_MOST_MS = 10 * HOLD_MS;
const LOOK_AGAIN_SECONDS = 2;

/** The receipt of the call: of now, or the original one. */
export function carryOutOnce<Tx, Begun, Done>(
  kit: KitContext<Tx>,
  call: OnceCall<Begun, Done>,
): Promise<object> {
  const { adapter } = kit;
  // In turn within this process, so that twenty at once do not hold twenty transactions.
  return kit.turns.inTurn(idOf(call.operation, call.reference), () =>
    adapter.sharesTransaction ? inOneTransaction(kit, adapter, call) : besideThePlatform(kit, adapter, call),
  );
}

/** Claim, work and receipt commit together: where the process dies, there is nothing. */
function inOneTransaction<Tx, Begun, Done>(
  kit: KitContext<Tx>,
  adapter: TransactionalAdapter<Tx>,
  call: OnceCall<Begun, Done>,
): Promise<object> {
  const { operation } = call;
  return kit.storage.transaction((tx) =>
    kit.serving({ operation, tx }, async () => {
      const records = kit.records(tx);
      const known = await claim(call, records, { at: kit.now(), holder: null });
      if (known) return receiptOf(known, call);
      const begun = await call.begin(records);
      const receipt = await call.end(await call.carryOut(adapter, tx, begun), records);
      await keepReceipt(call, records, { at: kit.now(), receipt });
      return receipt;
    }),
  );
}

/** Claimed first, for a while; carried out outside of any transaction; recorded. In between the outcome is unknown. */
async function besideThePlatform<Tx, Begun, Done>(
  kit: KitContext<Tx>,
  adapter: RemoteAdapter,
  call: OnceCall<Begun, Done>,
): Promise<object> {
  const token = randomUUID();
  const held = await kit.storage.transaction((tx) => hold(kit, call, { records: kit.records(tx), token }));
  if ('receipt' in held) return held.receipt;
  const letGoOfHold = keepHold(kit, call, token);
  try {
    const done = await kit.serving({ operation: call.operation, tx: null }, async () => {
      const found = held.isUnknown ? await call.findDone(adapter, held.begun) : null;
      return found ?? call.carryOut(adapter, null, held.begun);
    });
    return await kit.storage.transaction(async (tx) => {
      const records = kit.records(tx);
      const known = await records.find('call', idOf(call.operation, call.reference));
      // Another process took it over all the same, and has recorded its end.
      if (known?.receipt) return known.receipt;
      const receipt = await call.end(done, records);
      await keepReceipt(call, records, { at: kit.now(), receipt });
      return receipt;
    });
  } catch (error) {
    await kit.storage.transaction((tx) => letGo(call, kit.records(tx), { token, error }));
    throw error;
  } finally {
    letGoOfHold();
  }
}

/**
 * Renews the hold while the platform works, one renewal after the other. It lapses where the process dies, where it cannot be
 * renewed, and after ten minutes.
 */
function keepHold<Tx>(kit: KitContext<Tx>, { operation, reference }: AnyCall, token: string): () => void {
  const id = idOf(operation, reference);
  const heldUntil = kit.now() + HELD_AT_MOST_MS;
  let timer: NodeJS.Timeout | null = null;
  const renew = (): Promise<void> =>
    kit.storage.transaction(async (tx) => {
      const records = kit.records(tx);
      const known = await records.find('call', id);
      if (known?.holder?.token !== token) return;
      const until = Math.min(kit.now() + HOLD_MS, heldUntil);
      await records.update('call', id, { ...known, holder: { token, until } });
    });
  const failed = (error: unknown): void => kit.failed(error, 'holding a call');
  const renewInTime = (): void => {
    timer = setTimeout(() => {
      if (kit.now() < heldUntil)
        void renew()
          .catch(failed)
          .finally(() => timer && renewInTime());
    }, RENEW_MS).unref();
  };
  renewInTime();
  return () => {
    if (timer) clearTimeout(timer);
    timer = null;
  };
}

type Held<Begun> = { begun: Begun; isUnknown: boolean } | { receipt: object };

async function hold<Tx, Begun, Done>(
  kit: KitContext<Tx>,
  call: OnceCall<Begun, Done>,
  { records, token }: { records: Records<Tx>; token: string },
): Promise<Held<Begun>> {
  const holder = { token, until: kit.now() + HOLD_MS };
  const known = await claim(call, records, { at: kit.now(), holder });
  if (!known) return { begun: await call.begin(records), isUnknown: false };
  if (known.receipt !== null || known.fingerprint !== call.fingerprint)
    return { receipt: receiptOf(known, call) };
  if (known.holder && known.holder.until > kit.now()) throw refuse.temporaryFailure(LOOK_AGAIN_SECONDS);
  await records.update('call', idOf(call.operation, call.reference), { ...known, holder });
  return { begun: await call.begin(records), isUnknown: true };
}

/** A refusal means that nothing was done: the reference is unused again. Whatever else failed leaves the end unknown. */
async function letGo<Tx>(
  call: AnyCall,
  records: Records<Tx>,
  { token, error }: { token: string; error: unknown },
): Promise<void> {
  const id = idOf(call.operation, call.reference);
  const known = await records.find('call', id);
  if (known?.holder?.token !== token) return;
  if (error instanceof StoreRefusal && error.code !== 'temporary_failure') {
    await call.undo?.(records);
    await records.remove('call', id);
  } else await records.update('call', id, { ...known, holder: null });
}

/** Null: the reference was unused and is this call's now. */
async function claim<Tx>(
  { operation, reference, fingerprint }: AnyCall,
  records: Records<Tx>,
  { at, holder }: Pick<CallRecord, 'at' | 'holder'>,
): Promise<CallRecord | null> {
  const id = idOf(operation, reference);
  if (await records.insert('call', id, { fingerprint, at, receipt: null, holder })) return null;
  const known = await records.find('call', id);
  // Refused, and so unused again, between the two statements.
  if (!known) throw refuse.temporaryFailure(LOOK_AGAIN_SECONDS);
  return known;
}

async function keepReceipt<Tx>(
  { operation, reference, fingerprint }: AnyCall,
  records: Records<Tx>,
  { at, receipt }: { at: number; receipt: object },
): Promise<void> {
  await records.update('call', idOf(operation, reference), { fingerprint, at, receipt, holder: null });
}

function receiptOf(known: CallRecord, { fingerprint }: AnyCall): object {
  if (known.fingerprint !== fingerprint) throw refuse.idempotencyConflict();
  if (known.receipt === null) throw refuse.temporaryFailure(LOOK_AGAIN_SECONDS);
  return known.receipt;
}
