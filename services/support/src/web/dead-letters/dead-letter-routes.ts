import { Router } from 'express';
import type { Desk } from '../desk';
import { addEditRoutes } from './edit/edit-routes';
import { addFailedMessageRoutes } from './message/message-routes';
import { addRevealRoutes } from './message/reveal-routes';
import { addChooseRoutes } from './set/choose-routes';
import { addRunRoutes } from './runs/run-routes';
import { addSetRoutes } from './set/set-routes';

/** Messages that failed permanently: frozen sets, each message's page, and its edit. */
export function deadLetterRoutes(desk: Desk): Router {
  const router = Router();
  addChooseRoutes(router, desk);
  addSetRoutes(router, desk);
  addRunRoutes(router, desk);
  addFailedMessageRoutes(router, desk);
  addRevealRoutes(router, desk);
  addEditRoutes(router, desk);
  return router;
}
