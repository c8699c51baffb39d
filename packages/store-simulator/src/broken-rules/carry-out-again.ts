import { fieldsOf } from './fields';
import { ENDPOINT_OF } from '../faults/faults';
import type { Answer } from '../answer';
import type { Call } from '../call';
import type { Store } from '../state/store';

interface Again {
  store: Store;
  call: Call;
  carryOut: (call: Call) => Promise<Answer>;
}

/** Carries out a call again under a used reference: with another one for the kit, with its own for everything else. */
export async function carryOutAgain({ store, call, carryOut }: Again): Promise<Answer> {
  const { external_ref, ...body } = fieldsOf(call.body);
  const answer = await carryOut({ ...call, body: { ...body, external_ref: store.newId() } });
  if (answer.status !== 200) return answer;
  const receipt = { ...fieldsOf(answer.body), external_ref };
  const order = store.orders.get(String(fieldsOf(receipt)['order_id']));
  if (order?.kind === 'shipping') order.externalRef = String(external_ref);
  const data = { orderId: call.orderId, body: call.body };
  store.receipts.keep(ENDPOINT_OF[call.operation], String(external_ref), { data, receipt });
  return { ...answer, body: receipt };
}
