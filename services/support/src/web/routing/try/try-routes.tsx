import { tryBasket } from '@hub/desk/routing';
import type { Router } from 'express';
import type { Desk } from '../../desk';
import { sendPage } from '../../layout/send-page';
import { shopNames } from '../../lists/shop-names';
import { BasketForm, readBasket } from './read-basket';
import { TryPage } from './try-page';

/** Where a basket would go; it only reads, so the basket is part of the address. */
export function addTryRoutes(router: Router, desk: Desk): void {
  router.get('/try', async (request, response) => {
    const form = BasketForm.safeParse(request.query).data ?? {};
    const basket = readBasket(form);
    const isFault = basket !== null && 'fault' in basket;
    const [shops, tried] = await Promise.all([
      shopNames(desk.db),
      basket === null || isFault ? null : tryBasket(desk.db, basket, desk.clock.now()),
    ]);
    sendPage(request, response, {
      title: 'Try a route',
      section: 'routing',
      content: <TryPage {...{ shops, form, tried }} fault={isFault ? basket.fault : null} />,
    });
  });
}
