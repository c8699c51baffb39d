import type { Capability } from '@hub/contract';
import {
  NotRun,
  rehearse,
  type CallWatch,
  type Progress,
  type RehearsalRecord,
  type StoreSide,
} from '@hub/conformance';
import { inTransaction, lockShopSheet, type Database } from '@hub/database';
import type { Environment, KeyRing } from '@hub/installation';
import {
  databaseTime,
  environmentOf,
  findShop,
  rehearsedStoreOf,
  waitUntilInForce,
  type Shop,
} from '@hub/shops';
import type { BrokerConfig } from '@hub/messaging';
import type { Logger } from '@hub/runtime';
import { answerEventsOfRun, judgeOf } from './events-of-run';
import { keepRehearsal, STEPS_OF } from './keep-rehearsal';
import { productionViolations } from './production-violations';
import { beginRun, claimWrite, endRun, RENEW_EVERY_MS, renewRun, type Run } from './rehearsal-lease';
import { RunSubjects, writtenVariant } from './run-subjects';
import { targetOf } from './target-of-shop';

export interface RehearsalRequest {
  /** Slug. */
  shop: string;
  capabilities: readonly Capability[];
  /** For the trail, such as `cli:root`. */
  by: string;
  /** The store's half: who acts there, and the judge of its events. Closed at the end; the signal ends every wait. */
  openStoreSide: (shop: Shop, run: RunUnderWay) => Promise<StoreSide>;
  /** Where images are fetched instead of their own address; only if insecure stores are allowed. */
  imagesVia?: string | undefined;
  onProgress?: (progress: Progress) => void;
  /**
   * Ends the run early, or at its maximum duration; what was created at the store is still removed, and the record
   * stored.
   */
  signal: AbortSignal;
}

/** A run, for the store's half of it. */
export interface RunUnderWay {
  id: string;
  /** Aborted when it must end. */
  signal: AbortSignal;
  /** Ends it with its results so far. */
  end: () => void;
}

/** The context of a rehearsal. */
export interface RehearsalSetting {
  db: Database;
  keys: KeyRing;
  config: { ALLOW_INSECURE_STORES: boolean; STORE_TIMEOUT_MS: number; STORE_RETRY_BASE_MS: number };
  /** The queue through which the ingresses deliver the run's events. */
  broker: BrokerConfig;
  logger: Logger;
}

export type RehearsalOutcome =
  /** `violations`: what a run may not do in production and this one did. */
  | { kind: 'kept'; id: string; record: RehearsalRecord; violations: readonly string[] }
  | { kind: 'unknown_shop' }
  | { kind: 'under_way'; since: Date; by: string }
  /** In production a run uses only the sheet's `test_variants`, and there are none. */
  | { kind: 'no_test_variants' }
  /** RabbitMQ is unavailable: the run's events could not be distinguished from the shop's own. */
  | { kind: 'broker_away' }
  /** The lease was lost: another run may have started, and nothing is stored. */
  | { kind: 'lost' };

/** Rehearses a shop with the credentials of its own sheet, and stores the record (D32). */
export async function rehearseShop(
  setting: RehearsalSetting,
  request: RehearsalRequest,
): Promise<RehearsalOutcome> {
  const { db } = setting;
  const begun = await begin(setting, request);
  if (!('run' in begun)) return begun;
  try {
    return await play(setting, request, begun);
  } finally {
    // If it was stored there is nothing left to end.
    await inTransaction(db, (tx) => endRun(tx, begun.run)).catch(() => false);
  }
}

async function begin(
  { db, keys }: RehearsalSetting,
  { shop: slug, by }: RehearsalRequest,
): Promise<Begun | RehearsalOutcome> {
  return inTransaction(db, async (tx): Promise<Begun | RehearsalOutcome> => {
    const shop = await findShop(tx, slug, keys);
    if (shop === null) return { kind: 'unknown_shop' };
    const environment = await environmentOf(tx);
    if (environment === 'production' && shop.testVariants.size === 0) return { kind: 'no_test_variants' };
    await lockShopSheet(tx, shop.id);
    const run = await beginRun(tx, { shopId: shop.id, by });
    return 'since' in run ? { kind: 'under_way', ...run } : { run, shop, environment };
  });
}

interface Begun {
  run: Run;
  shop: Shop;
  environment: Environment;
}

async function play(
  setting: RehearsalSetting,
  request: RehearsalRequest,
  begun: Begun,
): Promise<RehearsalOutcome> {
  const { db, broker, logger } = setting;
  const { run, shop } = begun;
  const stopping = new AbortController();
  const end = (): void => stopping.abort('it was ended by hand');
  const ending = AbortSignal.any([request.signal, stopping.signal]);
  const storeSide = await request.openStoreSide(shop, { id: run.id, signal: ending, end });
  const subjects = new RunSubjects(run, shop);
  try {
    const judge = judgeOf({ db, run, shop, subjects, inbox: storeSide.inbox });
    const events = await answerEventsOfRun({ broker, logger, run: run.id, judge });
    if (events === null) return { kind: 'broker_away' };
    const stopRenewing = keepLease(db, run, stopping);
    try {
      // Every ingress delivers events to the run before the first one arrives.
      await waitUntilInForce(db, { slug: shop.slug, since: await databaseTime(db) });
      return await rehearseAndKeep(setting, request, { ...begun, subjects, storeSide, ending });
    } finally {
      stopRenewing();
      await events.stop();
    }
  } finally {
    await storeSide.close();
  }
}

interface Played extends Begun {
  subjects: RunSubjects;
  storeSide: StoreSide;
  ending: AbortSignal;
}

async function rehearseAndKeep(
  { db, config }: RehearsalSetting,
  request: RehearsalRequest,
  { run, shop, environment, subjects, storeSide, ending }: Played,
): Promise<RehearsalOutcome> {
  const { capabilities, by, onProgress = () => {} } = request;
  const leftOpen: string[] = [];
  const sayProgress = progressOf(db, run);
  const record = await rehearse({
    target: targetOf(shop, { code: run.code, environment }, { ...config, imagesVia: request.imagesVia }),
    steps: capabilities.flatMap((capability) => STEPS_OF[capability]),
    people: subjects.watch(storeSide.people),
    inbox: storeSide.inbox,
    onProgress: (progress) => {
      if (progress.kind === 'left_open') leftOpen.push(progress.what);
      sayProgress(progress);
      onProgress(progress);
    },
    calls: watchCalls(db, run, subjects),
    signal: ending,
  });
  const violations = environment === 'production' ? productionViolations(record, leftOpen) : [];
  const store = rehearsedStoreOf(shop);
  const kept = await keepRehearsal(db, {
    run,
    slug: shop.slug,
    by,
    store,
    record,
    violations,
  });
  return kept ? { kind: 'kept', id: run.id, record, violations } : { kind: 'lost' };
}

/** What the run writes at the store is stored first: inventory writes it again, even if the run dies (D32). */
function watchCalls(db: Database, run: Run, subjects: RunSubjects): CallWatch {
  return {
    async before(call) {
      const variantId = writtenVariant(call);
      if (variantId !== null && !(await claimWrite(db, run, variantId)))
        throw new NotRun('the rehearsal lost its lease, and writes nothing any more');
      subjects.before(call);
    },
    see: (call, answer) => subjects.see(call, answer),
  };
}

/** A short database outage does not end a run: the lease is longer. */
function keepLease(db: Database, run: Run, stopping: AbortController): () => void {
  const timer = setInterval(() => {
    renewRun(db, run).then(
      (end) =>
        end === 'renewed' || stopping.abort(end === 'ending' ? 'it was ended by hand' : 'its lease was lost'),
      () => undefined,
    );
  }, RENEW_EVERY_MS);
  return () => clearInterval(timer);
}

/** Writes the progress to the run's row, for viewers. A failed write is made up for with the next check. */
function progressOf(db: Database, { id }: Run): (progress: Progress) => void {
  let played = 0;
  const say = (data: { checks?: number; step?: string; played?: number }): void => {
    db.rehearsalRun.updateMany({ where: { id }, data }).catch(() => undefined);
  };
  return (progress) => {
    switch (progress.kind) {
      case 'began':
        return say({ checks: progress.checks.length });
      case 'check_began':
        return say({ step: progress.check.step, played });
      case 'check_ended':
        played += 1;
        return;
      case 'left_open':
      case 'ended':
    }
  };
}
