import { pausedShops } from '@hub/desk/shops';
import type { Request, RequestHandler } from 'express';
import type { Desk } from '../desk';

const paused = new WeakMap<Request, ReadonlyMap<string, Date>>();

/** Reads which shops are paused (D38), for every page that names one. */
export function readPausedShops(desk: Desk): RequestHandler {
  return async (request, _response, next) => {
    if (request.method === 'GET') {
      const shops = await pausedShops(desk.db);
      paused.set(request, new Map(shops.map(({ shop, until }) => [shop, until])));
    }
    next();
  };
}

/** The paused shops at the time of the request. */
export function pausedOf(request: Request): ReadonlyMap<string, Date> {
  return paused.get(request) ?? new Map();
}
