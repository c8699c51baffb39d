import { Router } from 'express';
import type { Desk } from '../desk';
import { addListRoutes } from './list/list-routes';

/** Messages that failed for good: lists, frozen sets, each by itself, and its edit. */
export function deadLetterRoutes(desk: Desk): Router {
  const router = Router();
  addListRoutes(router, desk);
  return router;
}
