import { sayCannotShip } from '@hub/desk/door';
import { OrderId } from '@hub/contract';
import { CorrectedTracking } from '@hub/orders/packages';
import { ShippingDay } from '@hub/orders/placements';
import { correctPackage, promiseShipping, settle } from '@hub/desk/orders';
import { pullCatalogue } from '@hub/desk/catalogue';
import { z } from 'zod';
import { orderAddress } from '../orders/orders-page';
import { OptionalText } from '../../web/layout/texts';
import { Name } from '../fields';
import { actOf, type DoorRoute } from '../route';

const Reference = z.object({ reference: Name.describe("the order's external_ref") });
const back = ({ reference }: { reference: string }) => ({
  href: orderAddress(reference),
  name: `Order ${reference}`,
});
const toOrder = ({ reference }: { reference: string }) => orderAddress(reference);
const toSaid = (said: 'has_not' | 'stopped' | 'shipped') => (input: object) => ({ ...input, said });

/** What a shop reports about its orders, and the reading of its catalogue. */
export const actRoutes: readonly DoorRoute[] = [
  actOf({
    id: 'cannotShip',
    path: '/orders/:reference/cannot-ship',
    summary:
      'We do not ship this: it is stopped, and its lines are given to another shop, as by your order.cancelled.',
    section: 'orders',
    input: Reference.extend({
      reason: OptionalText(500).optional().describe('for the operator; a person is asked for it'),
      details: OptionalText(300).optional().describe('more about it; no personal data'),
    }),
    title: 'We do not ship this',
    action: sayCannotShip,
    asked: { back, needs: 'reason' },
    next: toOrder,
  }),
  actOf({
    id: 'shipsBy',
    path: '/orders/:reference/ships-by',
    summary:
      'It ships by <day>: until the end of that day in the time zone of your sheet the order is not late. Twice at most, each time a later day.',
    section: 'orders',
    input: Reference.extend({ day: ShippingDay.describe('such as 2026-12-01') }),
    title: 'It ships by',
    action: promiseShipping,
    next: toOrder,
  }),
  actOf({
    id: 'haveIt',
    path: '/orders/:reference/has',
    summary: 'We have it, under this id: of an order that your store never confirmed.',
    section: 'orders',
    input: Reference.extend({ order_id: OrderId.describe('your id of it, of no other shipping order') }),
    title: 'We have it',
    action: settle,
    asked: { back },
    into: ({ reference, order_id: store_order_id }) => ({ reference, said: 'has', store_order_id }),
    next: toOrder,
  }),
  actOf({
    id: 'doNotHaveIt',
    path: '/orders/:reference/has-not',
    summary:
      'We do not have it: of an order that your store never confirmed. It is never sent again under this reference.',
    section: 'orders',
    input: Reference,
    title: 'We do not have it',
    action: settle,
    asked: { back },
    into: toSaid('has_not'),
    next: () => '/orders',
  }),
  actOf({
    id: 'haveStoppedIt',
    path: '/orders/:reference/stopped',
    summary:
      'We have stopped it: of an order whose POST /cancel your store refused permanently, or was not sent.',
    section: 'orders',
    input: Reference,
    title: 'We have stopped it',
    action: settle,
    asked: { back },
    into: toSaid('stopped'),
    next: toOrder,
  }),
  actOf({
    id: 'hadShippedIt',
    path: '/orders/:reference/shipped',
    summary:
      'We had shipped it before it could be stopped: the order stands, as by 409 order_already_shipped.',
    section: 'orders',
    input: Reference,
    title: 'We had shipped it',
    action: settle,
    asked: { back },
    into: toSaid('shipped'),
    next: toOrder,
  }),
  actOf({
    id: 'correctPackage',
    path: '/orders/:reference/packages/:package_id/correct',
    summary:
      'Corrects the tracking of a package that you reported: the shop that sold the order gets the new carrier, number and address.',
    section: 'orders',
    input: Reference.extend({
      package_id: Name.describe('your id of the package'),
      ...CorrectedTracking.shape,
    }),
    title: 'Correct the tracking',
    action: correctPackage,
    into: ({ package_id, ...input }) => ({ ...input, package: package_id }),
    next: toOrder,
  }),
  actOf({
    id: 'readCatalogueAgain',
    path: '/catalogue/read',
    summary: 'Has your whole catalogue read again.',
    section: 'catalogue',
    input: z.object({}),
    title: 'Read the catalogue again',
    action: pullCatalogue,
    next: () => '/catalogue',
  }),
];
