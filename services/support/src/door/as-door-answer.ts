import type { ShowFault } from '../faults/fault-error-handler';
import { pageOf } from '../faults/show-fault';
import { AWAY_RETRY_SECONDS } from '../web/layout/away';
import { sendDoorPage } from './layout/send-door-page';

/** A page of the door or, below `/api`, the contract's error body, which has no `500`: an error of ours is temporary (D5). */
export const asDoorAnswer: ShowFault = (judged, request, response) => {
  const fault = judged.of === 'hub' ? { ...judged, status: 503, code: 'temporary_failure' } : judged;
  const { status, code, lines, field } = fault;
  if (status === 503) response.set('Retry-After', String(AWAY_RETRY_SECONDS));
  if (request.path.startsWith('/api/'))
    response.status(status).json({ error: { code, message: lines.join('\n'), field } });
  else sendDoorPage(request, response, pageOf(fault, request, 'To your orders'));
};
