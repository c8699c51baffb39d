import { liftBlock, pauseShop, resumeCalls, takeTokenBack, testToken, unpauseShop } from '@hub/desk/shops';
import { rerouteShop, tryShopNow } from '@hub/desk/orders';
import type { Request, Router } from 'express';
import { addActionRoutes } from '../../actions/action-routes';
import type { Desk } from '../../desk';
import { shopAsked } from './shop-asked';

/** An agent's actions on a shop. */
export function addShopActionRoutes(router: Router, desk: Desk): void {
  addActionRoutes(router, desk, {
    path: '/:slug/lift-block',
    action: liftBlock,
    section: 'shops',
    find: (_desk, request) => find(request, { variant: request.query['variant'] }),
  });
  addActionRoutes(router, desk, {
    path: '/:slug/take-token-back',
    action: takeTokenBack,
    section: 'shops',
    // The token that was seen: a newer one stays.
    find: (_desk, request) => find(request, { set_at: request.query['set_at'] }),
  });
  for (const [path, action] of [
    ['/:slug/reroute', rerouteShop],
    ['/:slug/resume-calls', resumeCalls],
    ['/:slug/try-now', tryShopNow],
    ['/:slug/test-token', testToken],
    ['/:slug/pause', pauseShop],
    ['/:slug/unpause', unpauseShop],
  ] as const)
    addActionRoutes(router, desk, {
      path,
      action,
      section: 'shops',
      find: (_desk, request) => find(request, {}),
    });

  async function find({ params }: Request, more: object) {
    const { slug, name } = await shopAsked(desk.db, String(params['slug']));
    return { input: { shop: slug, ...more }, place: { href: `/shops/${slug}`, name } };
  }
}
