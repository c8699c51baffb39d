import { Socket } from 'node:net';
import { createLogger } from '@hub/runtime';
import { testAmqpUrl } from '@hub/testing';
import { afterEach, expect, it, jest } from '@jest/globals';
import type { ChannelModel } from 'amqplib';
import { BrokerConnection } from '../src/broker/broker-connection';

let connection: BrokerConnection | undefined;
afterEach(async () => connection?.stop());

/** A connection as every service has it, and its socket, of which amqplib's types say nothing. */
async function connected(): Promise<{ model: ChannelModel; socket: Socket }> {
  const model = await new Promise<ChannelModel>((resolve) => {
    connection = new BrokerConnection({
      config: { AMQP_URL: testAmqpUrl() },
      name: 'gather-writes',
      logger: createLogger({ service: 'test', level: 'error' }),
      setUp: async (fresh) => resolve(fresh),
      lost: () => undefined,
    });
    void connection.start();
  });
  const socket: unknown = Reflect.get(model.connection, 'stream');
  if (!(socket instanceof Socket)) throw new Error('this amqplib has its socket elsewhere');
  return { model, socket };
}

it('messages published in one turn leave in one write, each of them confirmed', async () => {
  const { model, socket } = await connected();
  const channel = await model.createConfirmChannel();
  const one = jest.spyOn(socket, '_write');
  const several = jest.spyOn(socket, '_writev');

  // When
  const confirmed = jest.fn();
  for (let n = 0; n < 20; n += 1) channel.publish('', 'no such queue', Buffer.from('message'), {}, confirmed);
  await channel.waitForConfirms();

  // Then
  expect(confirmed).toHaveBeenCalledTimes(20);
  expect(one.mock.calls.length + several.mock.calls.length).toBe(1);
});

it('more than the socket buffers at once is sent whole', async () => {
  const { model } = await connected();
  const channel = await model.createConfirmChannel();
  const { queue } = await channel.assertQueue('', { exclusive: true });
  const body = Buffer.alloc(200_000, 'x');

  // When
  for (let n = 0; n < 20; n += 1) channel.sendToQueue(queue, body);
  await channel.waitForConfirms();

  // Then
  const last = await channel.get(queue);
  expect(last && last.content.equals(body) && last.fields.messageCount).toBe(19);
});
