import { importLinks, LINK_DECISIONS } from '@hub/desk/links';
import type { Request, Router } from 'express';
import { z } from 'zod';
import { requireRole } from '../access/require-role';
import { addActionRoutes } from '../actions/action-routes';
import type { Desk } from '../desk';
import { PageError } from '../layout/page-error';
import { sendPage } from '../layout/send-page';
import { ImportForm } from './import-form';
import { LINKS } from './links-path';

const Form = z.object({ csv: z.string() });

/** A file of decisions: checked, previewed, and then applied, all of it or nothing. */
export function addImportRoutes(router: Router, desk: Desk): void {
  const title = 'Import decisions';
  router.get('/import', requireRole('lead'), (request, response) => {
    const content = (
      <>
        <h1>{title}</h1>
        <ImportForm decisions={LINK_DECISIONS.lead} />
      </>
    );
    sendPage(request, response, { title, section: 'shops', content });
  });
  addActionRoutes(router, desk, {
    path: '/import',
    action: importLinks,
    section: 'shops',
    find: async (_desk, request) => {
      const input = { csv: csvOf(request) };
      return { input, place: { href: LINKS, name: 'Proposed links' }, sends: input };
    },
    byPost: { again: (request) => <ImportForm text={csvOf(request)} decisions={LINK_DECISIONS.lead} /> },
  });
}

function csvOf(request: Request): string {
  const form = Form.safeParse(request.body ?? {});
  if (!form.success) throw new PageError(400, 'The file cannot be read.');
  return form.data.csv;
}
