import {
  correctOwnPackage,
  pauseOwnShipping,
  readCatalogueAgain,
  Said,
  sayCannotShip,
  sayShipsBy,
  saySettled,
  readStore,
  sendTestEvent,
  StoreView,
  setBearerToken,
  TestEventAnswer,
  unpauseOwnShipping,
} from '@hub/door';
import { BEARER_TOKEN, OrderId } from '@hub/contract';
import { CorrectedTracking, ShippingDay } from '@hub/orders';
import { PauseReason, PauseUntil } from '@hub/shops';
import { z } from 'zod';
import { orderAddress } from '../orders/orders-page';
import { OptionalText } from '../../web/layout/texts';
import { Name } from '../fields';
import { act, look, type DoorRoute } from '../route';
import { StorePage, TestEventPage } from './store-page';

const Reference = z.object({ reference: Name.describe("the order's external_ref") });
const toOrder = ({ reference }: { reference: string }, { done }: Said) => ({
  next: orderAddress(reference),
  says: done,
});

const toStore = (_input: object, { done }: Said) => ({ next: '/store', says: done });

/** What a shop reports about its orders, and the actions on its store. */
export const actRoutes: readonly DoorRoute[] = [
  act({
    id: 'cannotShip',
    path: '/orders/:reference/cannot-ship',
    summary:
      'We do not ship this: it is stopped, and its lines are given to another shop, as by your order.cancelled.',
    section: 'orders',
    input: Reference.extend({ reason: OptionalText(500).optional().describe('for the operator') }),
    answer: Said,
    title: 'We do not ship this',
    do: ({ door, visit, now }, { reference, reason }) =>
      sayCannotShip(door.db, { visit, reference, reason: reason || undefined, now }),
    after: toOrder,
  }),
  act({
    id: 'shipsBy',
    path: '/orders/:reference/ships-by',
    summary:
      'It ships by <day>: until the end of that day in the time zone of your sheet the order is not late. Twice at most, each time a later day.',
    section: 'orders',
    input: Reference.extend({ day: ShippingDay.describe('such as 2026-12-01') }),
    answer: Said,
    title: 'It ships by',
    do: ({ door, visit, now }, { reference, day }) => sayShipsBy(door.db, { visit, reference, day, now }),
    after: toOrder,
  }),
  act({
    id: 'haveIt',
    path: '/orders/:reference/has',
    summary: 'We have it, under this id: of an order that your store never confirmed.',
    section: 'orders',
    input: Reference.extend({ order_id: OrderId.describe('your id of it, of no other shipping order') }),
    answer: Said,
    title: 'We have it',
    do: ({ door, visit, now }, { reference, order_id: storeOrderId }) =>
      saySettled(door.db, { visit, reference, word: { kind: 'has', storeOrderId }, now }),
    after: toOrder,
  }),
  act({
    id: 'doNotHaveIt',
    path: '/orders/:reference/has-not',
    summary:
      'We do not have it: of an order that your store never confirmed. It is never sent again under this reference.',
    section: 'orders',
    input: Reference,
    answer: Said,
    title: 'We do not have it',
    do: ({ door, visit, now }, { reference }) =>
      saySettled(door.db, { visit, reference, word: { kind: 'has_not' }, now }),
    after: () => ({ next: '/orders', says: 'Noted: it is no order of yours any more, do not ship it.' }),
  }),
  act({
    id: 'haveStoppedIt',
    path: '/orders/:reference/stopped',
    summary:
      'We have stopped it: of an order whose POST /cancel your store refused permanently, or was not sent.',
    section: 'orders',
    input: Reference,
    answer: Said,
    title: 'We have stopped it',
    do: ({ door, visit, now }, { reference }) =>
      saySettled(door.db, { visit, reference, word: { kind: 'stopped' }, now }),
    after: toOrder,
  }),
  act({
    id: 'hadShippedIt',
    path: '/orders/:reference/shipped',
    summary:
      'We had shipped it before it could be stopped: the order stands, as by 409 order_already_shipped.',
    section: 'orders',
    input: Reference,
    answer: Said,
    title: 'We had shipped it',
    do: ({ door, visit, now }, { reference }) =>
      saySettled(door.db, { visit, reference, word: { kind: 'shipped' }, now }),
    after: toOrder,
  }),
  act({
    id: 'correctPackage',
    path: '/orders/:reference/packages/:package_id/correct',
    summary:
      'Corrects the tracking of a package that you reported: the shop that sold the order gets the new carrier, number and address.',
    section: 'orders',
    input: Reference.extend({
      package_id: Name.describe('your id of the package'),
      ...CorrectedTracking.shape,
    }),
    answer: Said,
    title: 'Correct the tracking',
    do: ({ door, visit, now }, input) => correctOwnPackage(door.db, { visit, now, ...input }),
    after: toOrder,
  }),
  act({
    id: 'readCatalogueAgain',
    path: '/catalogue/read',
    summary: 'Has your whole catalogue read again.',
    section: 'catalogue',
    input: z.object({}),
    answer: Said,
    title: 'Read the catalogue again',
    do: ({ door, visit }) => readCatalogueAgain(door.db, visit),
    after: (_input, { done }) => ({ next: '/catalogue', says: done }),
  }),
  look({
    id: 'getStore',
    path: '/store',
    summary:
      'Whether a bearer token that was set here is sent to your store, which calls to it are suspended, and whether your shipping is paused.',
    section: 'store',
    input: z.object({}),
    answer: StoreView,
    title: 'Your store',
    read: ({ door, visit }) => readStore(door.db, visit.contact),
    page: ({ view, at }) => <StorePage view={view} now={at.now} />,
  }),
  act({
    id: 'pauseShipping',
    path: '/store/pause',
    summary:
      'Pauses your shipping: until then you get no new orders and your stock is not offered. Orders that you have go on, and so do your own sales.',
    section: 'store',
    input: z.object({
      until: PauseUntil.describe('a time in UTC, at most 30 days ahead'),
      reason: PauseReason.describe('for the operator; no personal data'),
    }),
    answer: Said,
    title: 'Pause shipping',
    do: ({ door, visit }, { until, reason }) => pauseOwnShipping(door.db, { visit, until, reason }),
    after: toStore,
  }),
  act({
    id: 'unpauseShipping',
    path: '/store/unpause',
    summary: 'Ends your own pauses: lines that wait for your stock are served, and you get new orders again.',
    section: 'store',
    input: z.object({}),
    answer: Said,
    title: 'End the pause',
    do: ({ door, visit }) => unpauseOwnShipping(door.db, visit),
    after: toStore,
  }),
  act({
    id: 'setBearerToken',
    path: '/store/bearer-token',
    summary:
      'A new bearer token for calls to your store, sent before the old one, until the environment sheet names a new one.',
    section: 'store',
    input: z.object({
      token: z.string().max(4_096).regex(BEARER_TOKEN.pattern).describe(BEARER_TOKEN.expected),
    }),
    answer: Said,
    title: 'New bearer token',
    do: ({ door, visit }, { token }) => setBearerToken(door.db, { visit, token, openKeys: door.openKeys }),
    after: toStore,
  }),
  act({
    id: 'sendTestEvent',
    path: '/store/test-event',
    summary:
      'Sends an event to your own events address, signed with your secret, that changes nothing; shows the answer.',
    section: 'store',
    input: z.object({}),
    answer: TestEventAnswer,
    title: 'Test event',
    do: async ({ door, visit, now }) =>
      sendTestEvent(door.db, {
        visit,
        baseUrl: door.baseUrl,
        secret: await door.secretOf(visit.contact.shop),
        now,
      }),
    page: ({ view }) => <TestEventPage view={view} />,
  }),
];
