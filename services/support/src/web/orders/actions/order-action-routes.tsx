import type { Request, Router } from 'express';
import { requireRole } from '../../access/require-role';
import { tell, viewerOf } from '../../access/session';
import type { Desk } from '../../desk';
import { sendPage } from '../../layout/send-page';
import { requireOrder } from '../require-order';
import { askAgainAction } from './ask-again-action';
import { closeEventAction } from './close-event-action';
import { closeLineAction } from './close-line-action';
import { ConfirmPage } from './confirm-page';
import { endHoldAction } from './end-hold-action';
import { endRestAction } from './end-rest-action';
import type { OrderAction, OrderActionContext } from './order-action';
import { closeReturnAction, releaseReturnAction } from './return-actions';
import { rerouteAction } from './reroute-action';
import { resumeAction } from './resume-action';
import { settleAction } from './settle-action';

const ACTIONS: readonly OrderAction[] = [
  resumeAction,
  rerouteAction,
  askAgainAction,
  closeLineAction,
  closeEventAction,
  releaseReturnAction,
  closeReturnAction,
  endHoldAction,
  endRestAction,
  settleAction,
];

/** The actions on an order: GET asks and says what will happen, POST does it and shows the result on the order's page. */
export function addOrderActionRoutes(router: Router, desk: Desk): void {
  for (const action of ACTIONS) {
    const path = `/:id${action.path}`;
    router.use(path, requireRole(action.role ?? 'agent'));
    router.get(path, async (request, response) => {
      const context = await contextOf(desk, request);
      const question = await action.ask(context);
      sendPage(request, response, {
        title: question.title,
        section: 'orders',
        content: <ConfirmPage order={context.order} question={question} action={request.originalUrl} />,
      });
    });
    router.post(path, async (request, response) => {
      const context = await contextOf(desk, request);
      tell(request, await action.carryOut(context));
      response.redirect(303, `/orders/${context.order.id}`);
    });
  }
}

async function contextOf(desk: Desk, request: Request): Promise<OrderActionContext> {
  return { desk, request, viewer: viewerOf(request), order: await requireOrder(desk, request.params['id']) };
}
