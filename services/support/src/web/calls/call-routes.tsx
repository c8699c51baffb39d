import { operationName, showCall } from '@hub/desk/calls';
import { Router } from 'express';
import type { Desk } from '../desk';
import { PageError } from '../layout/page-error';
import { sendPage } from '../layout/send-page';
import { CallPage } from './call-page';

/** The page of each call to a store. */
export function callRoutes(desk: Desk): Router {
  return Router().get('/:id', async (request, response) => {
    const call = await showCall(desk.db, request.params.id);
    if (!call) throw new PageError(404, 'There is no such call (any more).');
    sendPage(request, response, {
      title: `${operationName(call.operation)} at ${call.shopName}`,
      section: 'calls',
      content: <CallPage call={call} />,
    });
  });
}
