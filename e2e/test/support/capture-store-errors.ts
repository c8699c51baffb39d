import { sign, SIGNATURE_HEADER } from '@hub/contract';
import type { SimulatedStore } from '@hub/store-simulator';
import type { World } from './open-world';

interface Call {
  store: SimulatedStore;
  token: string;
  secret: string;
  method: 'GET' | 'PUT' | 'POST';
  path: string;
  body?: object;
}

/** Calls the stores wrongly, once for each code of theirs, and keeps the error bodies; and reads one page of products. */
export async function captureStoreAnswers(
  world: World,
  orderId: string,
): Promise<{ errors: Record<string, unknown>; page: unknown }> {
  const { near, selling } = world.shops;
  const of = ({ slug, store }: typeof near) => ({
    store,
    token: `bearer-of-${slug}`,
    secret: `signing-secret-of-${slug}`,
  });
  const line = selling.store.order(orderId).lines[0];
  const goods = (ref: string, order: string, order_line_id = line?.lineId) => ({
    external_ref: ref,
    order_id: order,
    lines: [{ order_line_id, quantity: line?.quantity }],
  });
  const returning = (body: object): Call => ({ ...of(selling), method: 'POST', path: '/returns', body });
  const stock = (variant_id: string): Call => ({
    ...of(near),
    method: 'PUT',
    path: '/inventory',
    body: { variant_id, location_id: '9000', quantity: 1 },
  });
  const [shipped] = near.store.orders;
  // The hub itself makes no such call during the capture: it would get the fault instead.
  const stop: Call = {
    ...of(near),
    method: 'POST',
    path: '/cancel',
    body: { external_ref: 'a-cancellation', order_id: shipped?.orderId },
  };
  const calls: Record<string, Call> = {
    invalid_request: { ...stock('x'), body: { variant_id: 'x', location_id: '9000', quantity: -1 } },
    unauthorized: { ...stock('x'), token: 'another' },
    unknown_variant: stock('not-in-the-catalogue'),
    unknown_order: returning(goods('a-return', 'never-sold')),
    unknown_line: returning(goods('a-return', orderId, 'no-line')),
    idempotency_conflict: returning(goods(selling.store.returns[0]?.externalRef ?? '', 'another-order')),
    order_already_shipped: stop,
  };
  const errors: Record<string, unknown> = {};
  for (const [code, call] of Object.entries(calls)) errors[code] = await errorOf(call, code);
  for (const [code, status] of [
    ['forbidden', 403],
    ['rate_limited', 429],
    ['temporary_failure', 500],
  ] as const) {
    near.store.faults.add({ endpoint: 'POST /cancel', times: 1, fault: { kind: 'status', status, code } });
    errors[code] = await errorOf(stop, code);
  }
  return { errors, page: await ask({ ...of(near), method: 'GET', path: '/products?limit=100' }) };
}

async function errorOf(call: Call, code: string): Promise<unknown> {
  const answer = await ask(call);
  if (!JSON.stringify(answer).includes(`"code":"${code}"`))
    throw new Error(`${code}: ${JSON.stringify(answer)}`);
  return answer;
}

async function ask({ store, token, secret, method, path, body }: Call): Promise<unknown> {
  const text = body && JSON.stringify(body);
  const response = await fetch(`${store.apiRoot}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(text && { 'content-type': 'application/json', [SIGNATURE_HEADER]: sign(secret, text) }),
    },
    ...(text && { body: text }),
  });
  return response.json();
}
