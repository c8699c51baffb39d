import { Router } from 'express';
import { z } from 'zod';
import { viewerOf } from '../access/session';
import type { Desk } from '../desk';
import { PageError } from '../layout/page-error';
import { sendPage } from '../layout/send-page';
import { addDecideRoute } from './decide-route';
import { findGroup } from './find-group';
import { GroupPage } from './group-page';
import { addImportRoutes } from './import-routes';
import { allowImages } from './show-images';

const Id = z.uuid();

/** Pairs of variants that may be one article, for people to decide. */
export function linkRoutes(desk: Desk): Router {
  const router = Router();
  addDecideRoute(router, desk);
  addImportRoutes(router, desk);
  router.get('/:id', async (request, response) => {
    const id = Id.safeParse(request.params.id);
    const pairs = id.success ? await findGroup(desk.db, id.data) : [];
    const asked = pairs.find((pair) => pair.id === id.data);
    if (!asked) throw new PageError(404, 'There is no such proposal.');
    allowImages(response, [asked.a.imageUrl, asked.b.imageUrl]);
    sendPage(request, response, {
      title: 'The same article?',
      section: 'shops',
      content: <GroupPage {...{ asked, pairs }} viewer={viewerOf(request)} />,
    });
  });
  return router;
}
