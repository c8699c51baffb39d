import { Router } from 'express';
import type { Desk } from '../desk';
import { addPolicyRoutes } from './policy-routes';

/** How shipping shops are chosen: by what. */
export function routingRoutes(desk: Desk): Router {
  const router = Router();
  addPolicyRoutes(router, desk);
  return router;
}
