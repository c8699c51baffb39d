import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { ChannelModel, ConfirmChannel, ConsumeMessage } from 'amqplib';

const BATCH = 200;
/** What waited when it was counted has come by then, or is left to the next look, or went elsewhere. */
const COMES_WITHIN_MS = 1_000;

/** Where a copy goes. */
export interface Target {
  exchange: string;
  routingKey: string;
  headers: Record<string, unknown>;
}

/** Each message is acknowledged once its copy is confirmed. @returns how many there were */
export async function drain(
  channel: ConfirmChannel,
  queue: string,
  { to, moved }: { to: (message: ConsumeMessage) => Target; moved: (messages: number) => void },
): Promise<number> {
  let count = 0;
  for (;;) {
    const batch = await take(channel, queue);
    const last = batch.at(-1);
    if (!last) return count;
    await Promise.all(batch.map((message) => publish(channel, message, to(message))));
    channel.ack(last, true);
    count += batch.length;
    moved(batch.length);
  }
}

/** Those that wait now, up to a batch, unacknowledged. */
async function take(channel: ConfirmChannel, queue: string): Promise<ConsumeMessage[]> {
  const { messageCount } = await channel.checkQueue(queue);
  const expected = Math.min(messageCount, BATCH);
  if (expected === 0) return [];
  const taken: ConsumeMessage[] = [];
  let complete: () => void = () => undefined;
  const completed = new Promise<void>((resolve) => (complete = resolve));
  await channel.prefetch(BATCH);
  const { consumerTag } = await channel.consume(queue, (message) => {
    if (message) taken.push(message);
    if (taken.length >= expected) complete();
  });
  await Promise.race([completed, wait(COMES_WITHIN_MS)]);
  await channel.cancel(consumerTag);
  return taken;
}

function publish(
  channel: ConfirmChannel,
  { content, properties }: ConsumeMessage,
  to: Target,
): Promise<void> {
  const messageId: unknown = properties.messageId;
  const options = {
    ...propertiesOf(properties),
    messageId: typeof messageId === 'string' && messageId !== '' ? messageId : randomUUID(),
    headers: to.headers,
    persistent: true,
    mandatory: true,
  };
  return new Promise((resolve, reject) => {
    channel.publish(to.exchange, to.routingKey, content, options, (error: unknown) => {
      if (error) reject(new Error(`the broker does not take a message for ${to.routingKey}`));
      else resolve();
    });
  });
}

/** All properties that the message has; unset ones stay unset. */
function propertiesOf({
  type,
  correlationId,
  replyTo,
  contentType,
  timestamp,
}: ConsumeMessage['properties']) {
  const given = Object.entries({ type, correlationId, replyTo, contentType, timestamp });
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

/** The broker would discard its messages: check again. */
export async function deleteEmpty(channel: ConfirmChannel, name: string): Promise<void> {
  const { messageCount } = await channel.checkQueue(name);
  if (messageCount > 0)
    throw new Error(`${name} is still being filled: stop what fills it, then run it again`);
  await channel.deleteQueue(name);
}

/** If no queue takes a message, the channel is closed, and with it everything not yet acknowledged. */
export async function openChannel(model: ChannelModel): Promise<ConfirmChannel> {
  const channel = await model.createConfirmChannel();
  channel.on('error', () => undefined);
  channel.on('return', () => void channel.close().catch(() => undefined));
  return channel;
}
