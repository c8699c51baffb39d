import { STORE_ENDPOINTS } from '@hub/contract';
import { CALLS } from '../calls/calls';
import type { KitCall } from '../calls/call';

const PATTERNS = CALLS.map((call) => {
  const [method = '', path = ''] = STORE_ENDPOINTS[call.operation].endpoint.split(' ');
  return { call, method, pattern: new RegExp(`^${path.replace('{order_id}', '([^/]+)')}/?$`) };
});

/** Which of the six calls this is, and the order id of its path, still encoded. */
export function findCall(method: string, path: string): { call: KitCall; orderId: string } | null {
  for (const one of PATTERNS) {
    const match = one.method === method ? one.pattern.exec(path) : null;
    if (match) return { call: one.call, orderId: match[1] ?? '' };
  }
  return null;
}
