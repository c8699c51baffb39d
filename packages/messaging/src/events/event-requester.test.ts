import { describe, expect, it } from '@jest/globals';
import type { ConfirmChannel, ConsumeMessage } from 'amqplib';
import type { Broker } from '../broker/broker';
import { EventRequester, sendVerdicts } from './event-requester';
import type { UnconfirmedMessage } from '../broker/publisher';

const accepted = { status: 200 as const, outcome: 'accepted' as const };
const unknown = { status: 404 as const, code: 'unknown_variant' as const, message: 'No.' };

/** The answers sent, by reply address. */
function sent(answers: Parameters<typeof sendVerdicts>[1]): UnconfirmedMessage[] {
  const messages: UnconfirmedMessage[] = [];
  sendVerdicts({ publishUnconfirmed: (message) => messages.push(message) }, answers);
  return messages;
}

/** An ingress with a fake broker. */
async function anIngress() {
  let reply: (message: ConsumeMessage | null) => void = () => undefined;
  const published: string[] = [];
  const broker: Pick<Broker, 'registerListener' | 'publish' | 'publishUnconfirmed'> = {
    registerListener: () => undefined,
    publishUnconfirmed: () => undefined,
    publish: async ({ options }) => {
      published.push(options.messageId);
    },
  };
  const requester = new EventRequester(broker);
  const channel: Pick<ConfirmChannel, 'consume'> = {
    consume: async (_queue, receive) => {
      reply = receive;
      return { consumerTag: 'C' };
    },
  };
  await requester.listen(channel);
  const ask = (correlation: string) =>
    requester.request({
      event: 'inventory.updated',
      shopId: 1,
      body: Buffer.from('{}'),
      correlation,
      receivedAt: 0,
      timeoutMs: 2_000,
    });
  const receive = ({ content, options }: UnconfirmedMessage) =>
    reply({
      content,
      fields: {} as ConsumeMessage['fields'],
      properties: { correlationId: options.correlationId } as ConsumeMessage['properties'],
    });
  return { ask, receive, published };
}

const to = (correlation: string, replyTo: string | null = 'ingress-1') => ({ replyTo, correlation });

describe('the verdicts of a batch', () => {
  it('go to each ingress in one message, and to none if none waits', () => {
    const messages = sent([
      { to: to('C-1'), verdict: accepted },
      { to: to('C-2', 'ingress-2'), verdict: accepted },
      { to: to('C-3'), verdict: unknown },
      { to: to('C-4', null), verdict: accepted },
    ]);
    expect(messages.map(({ routingKey }) => routingKey)).toEqual(['ingress-1', 'ingress-2']);
  });

  it('reach each request with its own verdict', async () => {
    const { ask, receive } = await anIngress();
    const answers = [ask('C-1'), ask('C-2'), ask('C-3')];
    sent([
      { to: to('C-1'), verdict: accepted },
      { to: to('C-2'), verdict: unknown },
    ]).forEach(receive);
    sent([{ to: to('C-3'), verdict: accepted }]).forEach(receive);
    expect(await Promise.all(answers)).toEqual([
      { kind: 'answered', verdict: accepted },
      { kind: 'answered', verdict: unknown },
      { kind: 'answered', verdict: accepted },
    ]);
  });

  it('change nothing if malformed or without a waiting request', async () => {
    const { ask, receive } = await anIngress();
    const answer = ask('C-1');
    for (const content of ['[["C-1"], ["C-9", {"status": 200}], 7, null]', '7', 'null'])
      receive({ exchange: '', routingKey: '', content: Buffer.from(content), options: {} });
    sent([{ to: to('C-1'), verdict: accepted }]).forEach(receive);
    expect(await answer).toEqual({ kind: 'answered', verdict: accepted });
  });
});
