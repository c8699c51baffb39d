import { Router } from 'express';
import type { Desk } from '../desk';
import { addLabRoutes } from './lab/lab-routes';
import { addPolicyRoutes } from './policy-routes';
import { addTryRoutes } from './try/try-routes';

/** How shipping shops are chosen: the policies, and the effect that another one would have had. */
export function routingRoutes(desk: Desk): Router {
  const router = Router();
  addPolicyRoutes(router, desk);
  addLabRoutes(router, desk);
  addTryRoutes(router, desk);
  return router;
}
