import { pausedShops, type PausedShop } from '@hub/support-desk';
import type { Request, RequestHandler } from 'express';
import { renderToString } from 'preact-render-to-string';
import { isRefresh } from '../access/session';
import type { Desk } from '../desk';
import { Time, Zone } from '../layout/time';

/** Where a page shows which of its shops are paused. */
const PLACE = '<div id="paused-shops"></div>';

const paused = new WeakMap<Request, readonly PausedShop[]>();

/** Reads which shops are paused (D38), for every page that shows one. */
export function readPausedShops(desk: Desk): RequestHandler {
  return async (request, _response, next) => {
    if (request.method === 'GET' && !isRefresh(request)) paused.set(request, await pausedShops(desk.db));
    next();
  };
}

/** Adds to a whole page which of the shops that it links to are paused: a page need not know. */
export function showPausedShops(request: Request, html: string): string {
  const shown = (paused.get(request) ?? []).filter(({ shop }) => linksTo(html, shop));
  if (shown.length === 0) return html;
  const notice = renderToString(<PausedShops shops={shown} />);
  return html.replace(PLACE, () => notice);
}

function linksTo(html: string, shop: string): boolean {
  return ['"', '/', '#', '?'].some((end) => html.includes(`"/shops/${shop}${end}`));
}

function PausedShops({ shops }: { shops: readonly PausedShop[] }) {
  return (
    <div id="paused-shops">
      {shops.map(({ shop, name, until }) => (
        <p class="notice">
          <a href={`/shops/${shop}`}>{name}</a> has paused shipping until <Time at={until} /> <Zone />: it
          gets no new orders.
        </p>
      ))}
    </div>
  );
}
