import { Agent, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { EVENT_NAMES, sign, type EventName } from '@hub/contract';
import { anEnvelope, anInventoryUpdate } from '@hub/testing';

interface Sender {
  slug: string;
  signingSecret: string;
  variantId: string;
}

/** Honest stores have other addresses, and so other shares. */
export const ATTACKER = '127.0.0.66';
const EVENT_BYTES = 500_000;
const PADS = [JSON.stringify('x'.repeat(EVENT_BYTES)), `[${'[],'.repeat(EVENT_BYTES / 3 - 1)}[]]`];

/**
 * A shop's events of 500 KB, as many at once as given, until the end: text, or hundreds of thousands of empty lists, in a
 * field that the contract does not know.
 */
export async function floodEvents(
  { port, sender, atOnce, random }: { port: number; sender: Sender; atOnce: number; random: () => number },
  until: AbortSignal,
): Promise<Record<string, number>> {
  const agent = new Agent({ keepAlive: true, localAddress: ATTACKER, maxSockets: atOnce });
  const statuses: Record<string, number> = {};
  const send = async (): Promise<void> => {
    while (!until.aborted) {
      const body = anEvent(sender, random);
      const status = await post({
        port,
        agent,
        slug: sender.slug,
        body,
        signature: sign(sender.signingSecret, body),
      });
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, send));
  agent.destroy();
  return statuses;
}

function anEvent({ variantId }: Sender, random: () => number): string {
  const event: EventName = EVENT_NAMES[Math.floor(random() * EVENT_NAMES.length)] ?? 'inventory.updated';
  const data =
    event === 'inventory.updated' ? anInventoryUpdate({ variant_id: variantId }) : { order_id: 'none' };
  const pad = PADS[random() < 0.5 ? 0 : 1] ?? '';
  return JSON.stringify(anEnvelope(event, { ...data, pad: 0 })).replace('"pad":0', `"pad":${pad}`);
}

/** @returns the status, or the code of a connection that failed */
function post(given: {
  port: number;
  agent: Agent;
  slug: string;
  body: string;
  signature: string;
}): Promise<string> {
  const { port, agent, slug, body, signature } = given;
  return new Promise((resolve) => {
    const headers = { 'content-type': 'application/json', 'x-hub-signature': signature };
    const path = `/shops/${slug}/events`;
    const sent = httpRequest(
      { port, host: '127.0.0.1', agent, method: 'POST', path, headers },
      (response) => {
        response.resume().on('end', () => resolve(String(response.statusCode)));
      },
    );
    sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'failed'));
    sent.end(body);
  });
}

/** Strangers' bodies of one byte in each chunk, which never end. */
export async function sendByteByByte(port: number, senders: number, until: AbortSignal): Promise<void> {
  const chunks = '1\r\nx\r\n'.repeat(10_000);
  const send = async (): Promise<void> => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: ATTACKER });
    socket.on('error', () => undefined).resume();
    socket.write('POST /shops/unknown/events HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n');
    for (let sent = 0; sent < 52 && !until.aborted && !socket.destroyed; sent += 1) {
      socket.write(chunks);
      await wait(20);
    }
    await wait(3_000, undefined, { signal: until }).catch(() => undefined);
    socket.destroy();
  };
  while (!until.aborted) await Promise.all(Array.from({ length: senders }, send));
}
