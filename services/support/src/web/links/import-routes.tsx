import { withoutEffect } from '@hub/database';
import { importLinks } from '@hub/desk/links';
import type { Router } from 'express';
import { z } from 'zod';
import { requireRole } from '../access/require-role';
import { tell, viewerOf } from '../access/session';
import { actorOf } from '../access/viewer';
import type { Desk } from '../desk';
import { PageError } from '../layout/page-error';
import { sendPage } from '../layout/send-page';
import { FileFaults, FileQuestion, ImportForm, importText } from './import-form';
import { LINKS } from './links-path';

const DECISIONS = ['confirm', 'refuse', 'undo'];
const Form = z.object({ csv: z.string(), seen: z.literal('yes').optional() });

/** A file of decisions: checked, previewed, and then applied, all of it or nothing. */
export function addImportRoutes(router: Router, desk: Desk): void {
  const page = { title: 'Import decisions', section: 'shops' } as const;
  router.get('/import', requireRole('lead'), (request, response) => {
    sendPage(request, response, {
      ...page,
      content: (
        <>
          <h1>Import decisions</h1>
          <ImportForm decisions={DECISIONS} />
        </>
      ),
    });
  });
  router.post('/import', requireRole('lead'), async (request, response) => {
    const form = Form.safeParse(request.body ?? {});
    if (!form.success) throw new PageError(400, 'The file cannot be read.');
    const { csv, seen } = form.data;
    const now = new Date(desk.clock.now());
    const given = { text: csv, side: { by: 'lead' }, actor: actorOf(viewerOf(request)), now } as const;
    const run = () => importLinks(desk.db, given);
    const end = await (seen === 'yes' ? run() : withoutEffect(run));
    if (end.kind === 'done' && seen === 'yes') {
      tell(request, { kind: 'done', text: importText(end.decided).join(' ') });
      response.redirect(303, LINKS);
      return;
    }
    sendPage(request, response, {
      ...page,
      status: end.kind === 'faults' ? 400 : 200,
      content: (
        <>
          <h1>Import decisions</h1>
          {end.kind === 'faults' ? (
            <>
              <FileFaults faults={end.faults} />
              <ImportForm text={csv} decisions={DECISIONS} />
            </>
          ) : (
            <FileQuestion csv={csv} decided={end.decided} />
          )}
        </>
      ),
    });
  });
}
