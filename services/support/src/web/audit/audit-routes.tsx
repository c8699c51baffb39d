import { auditTrail, nameSubjects, type AuditEntry, type AuditQuery } from '@hub/support-desk';
import { Router } from 'express';
import { z } from 'zod';
import { viewerOf } from '../access/session';
import type { Desk } from '../desk';
import { FilterText } from '../layout/filter-text';
import { listAddress } from '../layout/list-address';
import { sendPage } from '../layout/send-page';
import { Moment, momentOf } from '../lists/moment';
import { readListFilter } from '../lists/read-filter';
import { CSV_PAGE, pagesAfter, sendCsv } from '../lists/send-csv';
import { findViews } from '../views/saved-views';
import { auditColumns } from './audit-columns';
import { auditAddress, AuditPage, type AuditFilter } from './audit-page';

const AUDIT = '/audit';
const PAGE = 100;
const Query = z.object({
  subject: FilterText,
  actor: FilterText,
  action: FilterText,
  since: Moment,
  until: Moment,
  before: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional(),
});

/** The actions of support, visible to everyone at the desk. */
export function auditRoutes(desk: Desk): Router {
  const router = Router();
  router.get('/', async (request, response) => {
    const { before, ...filter } = readQuery(request.query);
    const viewer = viewerOf(request);
    const [found, views] = await Promise.all([
      auditTrail(desk.db, { ...toQuery(filter), before, limit: PAGE + 1 }),
      findViews(desk.db, { page: AUDIT, viewer }),
    ]);
    const entries = found.slice(0, PAGE);
    const last = entries.at(-1);
    const names = await nameSubjects(
      desk.db,
      entries.map(({ subject }) => subject),
    );
    sendPage(request, response, {
      title: 'Audit',
      section: 'audit',
      content: (
        <AuditPage
          filter={filter}
          views={{ page: AUDIT, views, viewer, query: listAddress('', filter).slice(1) }}
          entries={entries}
          names={names}
          paged={before !== undefined}
          older={found.length > PAGE && last ? auditAddress(filter, { before: last.id }) : null}
        />
      ),
    });
  });
  return router;
}

/** The audit as a file: next to the page, as `/audit.csv`. */
export function auditFile({ db }: Desk): Router {
  const router = Router();
  router.get('/', async (request, response) => {
    const { before, ...filter } = readQuery(request.query);
    const query = { ...toQuery(filter), limit: CSV_PAGE };
    const first = await pagesAfter<AuditEntry>((last) =>
      auditTrail(db, { ...query, before: last?.id ?? before }),
    );
    await sendCsv(response, { name: 'audit', columns: auditColumns(), first });
  });
  return router;
}

function readQuery(asked: unknown) {
  return readListFilter(Query, asked, 'entry');
}

function toQuery({ since, until, ...filter }: AuditFilter): Omit<AuditQuery, 'limit'> {
  return { ...filter, since: momentOf(since), until: momentOf(until) };
}
