import { countAtRisk } from '@hub/desk/problems';
import { countCases } from '@hub/desk/cases';
import type { Request, RequestHandler } from 'express';
import { isRefresh } from '../access/session';
import type { Desk } from '../desk';

/** The path from which the navigation refreshes its counts. */
const COUNT_PATH = '/at-risk/count';

/** The counts in the navigation of every page. */
export interface NavigationCounts {
  /** How much of paid orders is at risk. */
  atRisk: number;
  /** Open cases that are not snoozed. */
  cases: number;
}

const counts = new WeakMap<Request, NavigationCounts>();

/** The counts for the navigation of every page; a self-refreshing component has none. */
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

/** The counts at the time of the request. */
export function countsOf(request: Request): NavigationCounts {
  return counts.get(request) ?? { atRisk: 0, cases: 0 };
}
