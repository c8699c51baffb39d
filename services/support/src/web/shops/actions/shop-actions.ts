import type { Router } from 'express';
import { addActionRoutes } from '../../actions/action-routes';
import { actionsAt } from '../../actions/actions-at';
import type { Desk } from '../../desk';
import { shopAsked } from './shop-asked';

/** An agent's actions on a shop. */
export function addShopActionRoutes(router: Router, desk: Desk): void {
  for (const { path, action } of actionsAt('/shops')) {
    // What no form asks for is in the address, such as when the token was set that was seen: a newer one stays.
    const seen = Object.keys(action.input.shape).filter(
      (field) => field !== 'shop' && !action.fields.includes(field),
    );
    addActionRoutes(router, desk, {
      path,
      action,
      section: 'shops',
      find: async (_desk, { params, query }) => {
        const { slug, name } = await shopAsked(desk.db, String(params['slug']));
        const input = { ...Object.fromEntries(seen.map((field) => [field, query[field]])), shop: slug };
        return { input, place: { href: `/shops/${slug}`, name } };
      },
    });
  }
}
