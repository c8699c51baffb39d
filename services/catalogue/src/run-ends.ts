import type { Tx } from '@hub/database';
import { raiseAlert, resolveAlert, type AlertKind } from '@hub/alerts';
import type { CatalogueRun } from './run';
import { endRun, keepWaiting } from './run-records';

/** The counts of a run's changes; every variant of the run is added, changed, unchanged or reactivated. */
export interface RunCounts {
  added: number;
  changed: number;
  unchanged: number;
  retired: number;
  reactivated: number;
}

/** The counts of the shop's active variants (D14). */
export type LinkCounts = Record<'linked' | 'unlinked' | 'invalidBarcodes' | 'duplicateBarcodes', number>;

/** Could not be read: the catalogue stays as it was. */
export async function failRun(
  tx: Tx,
  run: CatalogueRun,
  end: { failure: string; raisesAlert: boolean; now: number },
): Promise<void> {
  const { failure, raisesAlert, now } = end;
  await endRun(tx, run.id, { state: 'failed', failure, now });
  if (raisesAlert)
    await updateAlerts(tx, run, {
      kind: 'catalogue_failed',
      message: `The catalogue was not read: ${failure}.`,
    });
}

/** Does not validate: nothing is applied, the report names every fault (D14). */
export async function refuseRun(tx: Tx, run: CatalogueRun, now: number): Promise<void> {
  await endRun(tx, run.id, { state: 'refused', now });
  await updateAlerts(tx, run, {
    kind: 'catalogue_refused',
    message: `The catalogue was refused: ${run.faultCount} faults in ${run.pages} pages. Its faults are on the page of the shop.`,
    detail: { runId: run.id, faults: run.faultCount, pages: run.pages },
  });
}

/** Would retire most of the shop: waits for the operator (D14). */
export async function letRunWait(tx: Tx, run: CatalogueRun, counts: RunCounts): Promise<void> {
  await keepWaiting(tx, run.id, { ...counts });
  await updateAlerts(tx, run, {
    kind: 'catalogue_waiting',
    message: `The catalogue would retire ${counts.retired} variants. To let it: hub catalogue accept ${run.slug}.`,
    detail: { runId: run.id, ...counts },
  });
}

export async function acceptRun(
  tx: Tx,
  run: CatalogueRun,
  end: RunCounts & LinkCounts & { now: number },
): Promise<void> {
  await endRun(tx, run.id, { state: 'accepted', ...end });
  await updateAlerts(tx, run, null);
}

const KINDS = ['catalogue_failed', 'catalogue_refused', 'catalogue_waiting'] as const satisfies AlertKind[];

/** Support only needs the latest run: the alerts of earlier ones are closed. */
async function updateAlerts(
  tx: Tx,
  run: CatalogueRun,
  problem: { kind: (typeof KINDS)[number]; message: string; detail?: Record<string, unknown> } | null,
): Promise<void> {
  const subject = `shop:${run.slug}`;
  for (const kind of KINDS) if (kind !== problem?.kind) await resolveAlert(tx, kind, subject);
  if (problem) await raiseAlert(tx, { ...problem, subject, shopId: run.shopId });
}
