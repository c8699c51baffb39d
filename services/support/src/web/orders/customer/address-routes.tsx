import { correctAddress, revealCustomer } from '@hub/desk/orders';
import type { ActionEnd } from '@hub/desk/engine';
import type { Request, Response, Router } from 'express';
import { requireRole } from '../../access/require-role';
import { addNotice, viewerOf } from '../../access/session';
import { actorOf } from '../../access/viewer';
import { actingOf, noticeOf } from '../../actions/action-routes';
import type { Desk } from '../../desk';
import { PageError } from '../../layout/page-error';
import { sendPage } from '../../layout/send-page';
import { requireOrder } from '../require-order';
import { addressOf, entriesOf, readEntries } from './address-fields';
import { AddressPage, type AddressPageProps, type AddressRefusal } from './address-page';

const PATH = '/:id/address';

/** An address correction is arranged with the operator (contract, Go-live): it happens here, as long as no store has the old one. */
export function addAddressRoutes(router: Router, desk: Desk): void {
  router.use(PATH, requireRole('agent'));
  router.get(PATH, async (request, response) => {
    const order = await requireOrder(desk, request.params.id);
    send(request, response, { order, entries: {}, refusal: null, revealed: false });
  });
  router.post(`${PATH}/current`, async (request, response) => {
    const order = await requireOrder(desk, request.params.id);
    const revealed = await revealCustomer(desk.db, { id: order.id, actor: actorOf(viewerOf(request)) });
    if (revealed.kind !== 'revealed') throw new PageError(404, 'Nothing of the address is kept any more.');
    send(request, response, {
      order,
      entries: entriesOf(revealed.customer.address),
      refusal: null,
      revealed: true,
    });
  });
  router.post(PATH, async (request, response) => {
    const order = await requireOrder(desk, request.params.id);
    const entries = readEntries(request.body);
    const given = { order: order.id, address: addressOf(entries) };
    const end = await correctAddress.act(actingOf(desk, request), given);
    // What was typed stays in the form, whatever it was refused for.
    if (end.kind === 'refused' || end.kind === 'invalid')
      return send(request, response, { order, entries, refusal: refusalOf(end), revealed: false });
    addNotice(request, noticeOf(end));
    response.redirect(303, `/orders/${order.id}`);
  });
}

function refusalOf(end: ActionEnd<unknown>): AddressRefusal {
  return { says: noticeOf(end).text, faults: end.kind === 'refused' ? (end.faults ?? []) : [] };
}

function send(request: Request, response: Response, page: AddressPageProps): void {
  sendPage(request, response, {
    title: 'Correct the address',
    section: 'orders',
    ...(page.refusal ? { status: 422 } : {}),
    content: <AddressPage {...page} />,
  });
}
