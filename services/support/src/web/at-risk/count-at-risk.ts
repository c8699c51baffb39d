import { countAtRisk } from '@hub/support-desk';
import type { Request, RequestHandler } from 'express';
import { isRefresh } from '../access/session';
import type { Desk } from '../desk';

/** The path by which the navigation keeps its count fresh. */
const COUNT_PATH = '/at-risk/count';

const counts = new WeakMap<Request, number>();

/** Counts what is at risk for the navigation of every page; a part of a page that keeps itself fresh has none. */
export function countsAtRisk(desk: Desk): RequestHandler {
  return async (request, _response, next) => {
    const isPage = request.method === 'GET' && (!isRefresh(request) || request.path === COUNT_PATH);
    if (isPage) counts.set(request, await countAtRisk(desk.db, desk.clock.now()));
    next();
  };
}

/** How much of paid orders was at risk when a page was asked for. */
export function atRiskOf(request: Request): number {
  return counts.get(request) ?? 0;
}
