import { auditTrail } from '@hub/support-desk';
import { Router } from 'express';
import { z } from 'zod';
import type { Desk } from '../desk';
import { FilterText } from '../layout/filter-text';
import { PageError } from '../layout/page-error';
import { sendPage } from '../layout/send-page';
import { auditAddress, AuditPage } from './audit-page';

const PAGE = 100;
const Query = z.object({
  subject: FilterText,
  actor: FilterText,
  before: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional(),
});

/** What support did, for everybody at the desk to see. */
export function auditRoutes(desk: Desk): Router {
  const router = Router();
  router.get('/', async (request, response) => {
    const query = Query.safeParse(request.query);
    if (!query.success) throw new PageError(400, 'This address names no place in the trail.');
    const { before, ...filter } = query.data;
    const found = await auditTrail(desk.db, { ...filter, before, limit: PAGE + 1 });
    const entries = found.slice(0, PAGE);
    const last = entries.at(-1);
    sendPage(request, response, {
      title: 'Audit',
      section: 'audit',
      content: (
        <AuditPage
          filter={filter}
          entries={entries}
          paged={before !== undefined}
          older={found.length > PAGE && last ? auditAddress(filter, { before: last.id }) : null}
        />
      ),
    });
  });
  return router;
}
