import { readHeldCalls, readPauses } from '@hub/desk/door';
import { Router, type Request, type RequestHandler } from 'express';
import { addNotice } from '../web/access/session';
import { allowImages } from '../web/links/show-images';
import { sendDoorPage } from './layout/send-door-page';
import { OTHER_IMAGE, otherImage } from './links/other-image';
import type { Door } from './door';
import type { AtDoor, DoorRoute } from './route';
import { DOOR_ROUTES } from './routes';
import { visitOf } from './visit';

/** Every route of the door as a page. */
export function pageRoutes(door: Door): Router {
  const router = Router();
  router.get('/', (_request, response) => response.redirect(303, '/today'));
  for (const route of DOOR_ROUTES) {
    if (route.kind === 'look') router.get(route.path, answer(door, route));
    else router.post(route.path, answer(door, route));
  }
  router.get(OTHER_IMAGE, otherImage(door));
  return router;
}

function answer(door: Door, route: DoorRoute): RequestHandler {
  return async (request, response) => {
    const at = atDoor(door, request);
    const shown = await route.asPage(at, givenOf(request));
    if (shown.kind === 'page') {
      const { title, content, images = [] } = shown;
      allowImages(response, images);
      const { shop, shopId } = at.visit.contact;
      const [held, pauses] = await Promise.all([readHeldCalls(door.db, shopId), readPauses(door.db, shop)]);
      sendDoorPage(request, response, { title, section: route.section, held, pauses, content });
      return;
    }
    if (shown.kind === 'file') {
      response.attachment(shown.fileName).type('text/csv; charset=utf-8').send(shown.csv);
      return;
    }
    addNotice(request, { kind: shown.isBad ? 'refused' : 'done', text: shown.says });
    response.redirect(303, shown.next);
  };
}

export function atDoor(door: Door, request: Request): AtDoor {
  return { door, visit: visitOf(request), now: door.clock.now() };
}

/** The caller's input from address and body; the path takes precedence. */
export function givenOf({ method, query, body, params }: Request): object {
  const sent: unknown = method === 'POST' ? body : query;
  return { ...(typeof sent === 'object' ? sent : {}), ...params };
}
