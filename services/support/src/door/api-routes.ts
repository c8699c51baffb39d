import { findTokenHolder } from '@hub/desk/door';
import { json, Router, type RequestHandler } from 'express';
import { noSuch } from '../faults/fault-error-handler';
import { requireBearer } from '../web/access/require-bearer';
import { PageError } from '../web/layout/page-error';
import type { doorLimits } from './access/door-limits';
import type { Door } from './door';
import { doorDocument } from './door-document';
import { atDoor, givenOf } from './page-routes';
import type { DoorRoute } from './route';
import { DOOR_ROUTES } from './routes';
import { noteVisit, visitOf } from './visit';

/** A file of decisions, sent as JSON or by a form; everything else is small. */
export const LARGEST_FILE = '4mb';

/** Every route of the door as JSON, for programs with a token (D35): cookies do not count here, so no page can borrow one. */
export function apiRoutes(door: Door, limits: ReturnType<typeof doorLimits>): Router {
  const router = Router();
  router.get('/openapi.json', (_request, response) => void response.json(doorDocument(door.url)));
  const token = requireBearer({
    find: (given) => findTokenHolder(door.db, { token: given, now: door.clock.now() }),
    keep: (holder, request) => noteVisit(request, holder),
    refusal: 'The token is missing, wrong, revoked or too old.',
  });
  router.use(limits.refusedOfClient, token, limits.looks);
  router.use(mayAct, limits.acts);
  router.use('/links/import', json({ limit: LARGEST_FILE }));
  router.use(json({ limit: '64kb' }));
  for (const route of DOOR_ROUTES) {
    if (route.peopleOnly) continue;
    if (route.kind === 'look') router.get(route.path, answer(door, route));
    else router.post(route.path, answer(door, route));
  }
  router.use(noSuch('address'));
  return router;
}

/** A read token changes nothing, whatever a route allows: this covers routes added later. */
const mayAct: RequestHandler = (request, _response, next) => {
  if (['GET', 'HEAD'].includes(request.method) || visitOf(request).may === 'act') return next();
  next(new PageError(403, 'This token may read, and nothing more.'));
};

function answer(door: Door, route: DoorRoute): RequestHandler {
  return async (request, response) => {
    response.json(await route.asJson(atDoor(door, request), givenOf(request)));
  };
}
