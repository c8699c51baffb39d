import {
  findLabRun,
  listLabLines,
  listLabRuns,
  startLabRun,
  stopLabRun,
  type ListedLabLine,
  type ShownLabRun,
} from '@hub/desk/routing/lab';
import { listAddress } from '@hub/desk/engine';
import type { Router } from 'express';
import { z } from 'zod';
import { viewerOf } from '../../access/session';
import { addActionRoutes } from '../../actions/action-routes';
import type { Desk } from '../../desk';
import { FilterText } from '../../layout/filter-text';
import { PageError } from '../../layout/page-error';
import { sendPage } from '../../layout/send-page';
import { instantOf, Moment } from '../../lists/moment';
import { sendCsv, type CsvPage } from '../../lists/send-csv';
import { policyOf, SentText } from '../criteria-fields';
import { LabPage } from './lab-page';
import { LAB, policyName } from './lab-labels';
import { LINE_COLUMNS, LINES_SHOWN } from './moved-lines';
import { LabRunPage } from './run-page';
import { byDifference, SHOP_COLUMNS } from './shop-changes';

const RUNS = 50;
const CSV_PAGE = 1_000;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** The form's entries, to be shown again. */
const Written = z.object({
  name: FilterText.catch(undefined),
  band_km: FilterText.catch(undefined),
  criteria: FilterText.catch(undefined),
  against: FilterText.catch(undefined),
  since: Moment.catch(undefined),
  until: Moment.catch(undefined),
  note: FilterText.catch(undefined),
});
const Sent = Written.extend({
  name: SentText,
  band_km: SentText,
  criteria: SentText,
  against: SentText,
});
const Started = z.object({ id: z.string() });

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
  addActionRoutes(router, desk, {
    path: '/lab',
    action: startLabRun,
    section: 'routing',
    find: async (_desk, { body }) => {
      const { since, until, against, ...form } = Sent.safeParse(body).data ?? {};
      const period = { from: instantOf(since), before: instantOf(until) };
      const input = { name: form.name, ...policyOf(form), against, ...period };
      return { input, place: { href: LAB, name: 'Policy lab' } };
    },
    after: (end, href, { body }) =>
      end.kind === 'done'
        ? `${LAB}/${Started.parse(end.answer).id}`
        : listAddress(href, Written.safeParse(body).data ?? {}),
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
  addActionRoutes(router, desk, {
    path: '/lab/:id/stop',
    action: stopLabRun,
    section: 'routing',
    find: async (_desk, { params }) => {
      const run = await requireRun(desk, params['id']);
      return { input: { run: run.id }, place: { href: `${LAB}/${run.id}`, name: run.name } };
    },
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
