import { createHmac } from 'node:crypto';
import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true });

/** The minimum of a call to a store: one signed `PUT` on a connection kept open, its answer read. */
export function callStore(to: { storeUrl: string; secret: string }, write: object): Promise<void> {
  const body = JSON.stringify(write);
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'X-HUB-Signature': `sha256=${createHmac('sha256', to.secret).update(body).digest('hex')}`,
  };
  return new Promise((resolve, reject) => {
    request(`${to.storeUrl}/inventory`, { method: 'PUT', agent, headers }, (response) => {
      response.resume().once('end', resolve);
    })
      .once('error', reject)
      .end(body);
  });
}
