import { countAtRisk, countCases } from '@hub/support-desk';
import type { Request, RequestHandler } from 'express';
import { isRefresh } from '../access/session';
import type { Desk } from '../desk';

/** The path by which the navigation keeps its counts fresh. */
const COUNT_PATH = '/at-risk/count';

/** What the navigation of every page counts. */
export interface NavigationCounts {
  /** How much of paid orders is at risk. */
  atRisk: number;
  /** Open cases that are not snoozed. */
  cases: number;
}

const counts = new WeakMap<Request, NavigationCounts>();

/** Counts for the navigation of every page; a part of a page that keeps itself fresh has none. */
export function countsForNavigation(desk: Desk): RequestHandler {
  return async (request, _response, next) => {
    const isPage = request.method === 'GET' && (!isRefresh(request) || request.path === COUNT_PATH);
    if (isPage) {
      const now = desk.clock.now();
      const [atRisk, { open }] = await Promise.all([countAtRisk(desk.db, now), countCases(desk.db, now)]);
      counts.set(request, { atRisk, cases: open });
    }
    next();
  };
}

/** What there was when a page was asked for. */
export function countsOf(request: Request): NavigationCounts {
  return counts.get(request) ?? { atRisk: 0, cases: 0 };
}
