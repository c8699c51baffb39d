import {
  DESK_REFUSAL_LABELS,
  findLabRun,
  listLabLines,
  listLabRuns,
  PolicyName,
  startLabRun,
  stopLabRun,
  listAddress,
  type ListedLabLine,
  type ShownLabRun,
} from '@hub/support-desk';
import type { Router } from 'express';
import { z } from 'zod';
import { requireRole } from '../../access/require-role';
import { tell, viewerOf } from '../../access/session';
import { actorOf } from '../../access/viewer';
import type { Desk } from '../../desk';
import { FilterText } from '../../layout/filter-text';
import { PageError } from '../../layout/page-error';
import { readNote } from '../../layout/read-note';
import { sendPage } from '../../layout/send-page';
import { Moment, momentOf } from '../../lists/moment';
import { sendCsv, type CsvPage } from '../../lists/send-csv';
import { readCriteria } from '../criteria-fields';
import { LabPage } from './lab-page';
import { LAB, policyName } from './lab-labels';
import { LINE_COLUMNS, LINES_SHOWN } from './moved-lines';
import { LabRunPage } from './run-page';
import { byDifference, SHOP_COLUMNS } from './shop-changes';

const ASKS = 'a run asks for a name, a band of whole kilometres or criteria, and a period';
const RUNS = 50;
const CSV_PAGE = 1_000;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** The form's entries, to be shown again. */
const Written = z.object({
  name: FilterText,
  band_km: FilterText,
  criteria: FilterText,
  against: FilterText,
  since: Moment,
  until: Moment,
  note: FilterText,
});
const Start = z.object({
  name: PolicyName,
  band_km: FilterText,
  criteria: FilterText,
  against: FilterText,
  since: Moment.pipe(z.string()),
  until: Moment.pipe(z.string()),
});

/** The lab: agents begin and stop runs, everyone at the desk can read them. */
export function addLabRoutes(router: Router, desk: Desk): void {
  const { db, clock } = desk;
  router.get('/lab', async (request, response) => {
    const now = clock.now();
    const lately = { since: secondOf(now - 7 * DAY_MS), until: secondOf(now - MINUTE_MS) };
    const form = { ...lately, ...Written.safeParse(request.query).data };
    const runs = await listLabRuns(db, RUNS);
    sendPage(request, response, {
      title: 'Policy lab',
      section: 'routing',
      content: <LabPage runs={runs} form={form} viewer={viewerOf(request)} />,
    });
  });
  router.post('/lab', requireRole('agent'), async (request, response) => {
    const again = listAddress(LAB, Written.safeParse(request.body).data ?? {});
    const read = Start.safeParse(request.body);
    if (!read.success) {
      tell(request, {
        kind: 'refused',
        text: `Not started: ${ASKS}.`,
      });
      return response.redirect(303, again);
    }
    const { name, since, until, against: other } = read.data;
    const [criteria, against] = [readCriteria(read.data), readCriteria({ criteria: other })];
    if (criteria === null || 'fault' in criteria || (against !== null && 'fault' in against)) {
      const faults = [criteria, against].flatMap((one) => (one && 'fault' in one ? one.fault : []));
      tell(request, { kind: 'refused', text: `Not started: ${faults[0] ?? ASKS}.` });
      return response.redirect(303, again);
    }
    const period = { from: momentOf(since), before: momentOf(until) };
    const by = { actor: actorOf(viewerOf(request)), note: readNote(request), now: clock.now() };
    const end = await startLabRun(db, { name, criteria, against, ...period, ...by });
    if (end.kind === 'refused')
      tell(request, { kind: 'refused', text: `Not started: ${DESK_REFUSAL_LABELS[end.why]}.` });
    response.redirect(303, end.kind === 'done' ? `${LAB}/${end.id}` : again);
  });
  router.get('/lab/:id', async (request, response) => {
    const run = await requireRun(desk, request.params.id);
    const lines = await listLabLines(db, { runId: run.id, after: 0, limit: LINES_SHOWN });
    sendPage(request, response, {
      title: policyName(run),
      section: 'routing',
      content: <LabRunPage run={run} lines={lines} viewer={viewerOf(request)} />,
    });
  });
  router.get('/lab/:id/shops.csv', async (request, response) => {
    const run = await requireRun(desk, request.params.id);
    const first = { rows: byDifference(run.shops), next: null };
    await sendCsv(response, { name: `lab-${run.name}-shops`, columns: SHOP_COLUMNS, first });
  });
  router.get('/lab/:id/lines.csv', async (request, response) => {
    const run = await requireRun(desk, request.params.id);
    const first = await linesAfter(desk, run.id, 0);
    await sendCsv(response, { name: `lab-${run.name}-lines`, columns: LINE_COLUMNS, first });
  });
  router.post('/lab/:id/stop', requireRole('agent'), async (request, response) => {
    const run = await requireRun(desk, request.params['id']);
    const by = { actor: actorOf(viewerOf(request)), now: clock.now() };
    if (!(await stopLabRun(db, { id: run.id, ...by })))
      tell(request, { kind: 'refused', text: 'Nothing is changed: the run does not run any more.' });
    response.redirect(303, `${LAB}/${run.id}`);
  });
}

/** In the format of a browser's field. */
function secondOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19);
}

async function linesAfter(desk: Desk, runId: string, after: number): Promise<CsvPage<ListedLabLine>> {
  const rows = await listLabLines(desk.db, { runId, after, limit: CSV_PAGE });
  const last = rows.at(-1);
  const goesOn = last && rows.length === CSV_PAGE;
  return { rows, next: goesOn ? () => linesAfter(desk, runId, last.number) : null };
}

async function requireRun({ db }: Desk, id: unknown): Promise<ShownLabRun> {
  const found = typeof id === 'string' ? await findLabRun(db, id) : null;
  if (!found) throw new PageError(404, 'There is no such run, or it is not kept any more.');
  return found;
}
