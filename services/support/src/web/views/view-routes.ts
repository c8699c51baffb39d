import { LISTS } from '@hub/desk/lists';
import { listAddress } from '@hub/desk/engine';
import { Router } from 'express';
import { z } from 'zod';
import { requireRole } from '../access/require-role';
import { addNotice, viewerOf } from '../access/session';
import type { Desk } from '../desk';
import { PageError } from '../layout/page-error';
import { FilledText, OptionalText } from '../layout/texts';
import { deleteView, saveView } from './saved-views';

/** The lists with saved views. */
const Page = z.enum(LISTS.map(({ path }) => path));
const Form = z.object({
  page: Page,
  name: FilledText(60),
  query: OptionalText(2_000),
  shared: z.enum(['', 'yes']).default(''),
});
const Id = z.uuid();

/** Saving a list's filter under a name. Personal data is never a filter, and is not saved (D29). */
export function viewRoutes({ db }: Desk): Router {
  const router = Router();
  router.post('/', requireRole('agent'), async (request, response) => {
    const form = Form.safeParse(request.body ?? {});
    if (!form.success) throw new PageError(400, 'A view has a name of at most 60 characters.');
    const { page, name, shared } = form.data;
    const query = new URLSearchParams(form.data.query);
    if ([...query.values(), name].some((text) => text.includes('@')))
      throw new PageError(400, 'An e-mail address is part of no view.');
    // A view begins at the top of a list.
    query.delete('after');
    const owner = viewerOf(request).name;
    await saveView(db, { page, name, query: query.toString(), owner, shared: shared === 'yes' });
    addNotice(request, { kind: 'done', text: `The view “${name}” is saved.` });
    response.redirect(303, listAddress(page, Object.fromEntries(query)));
  });
  router.post('/:id/delete', requireRole('agent'), async (request, response) => {
    const id = Id.safeParse(request.params['id']);
    const page = id.success ? await deleteView(db, id.data, viewerOf(request).name) : null;
    if (page === null) throw new PageError(404, 'There is no such view of yours.');
    addNotice(request, { kind: 'done', text: 'The view is deleted.' });
    response.redirect(303, page);
  });
  return router;
}
