import { allQueues, queueDeclarations } from '@hub/messaging';
import { eventually, PrivateBroker, putIntoQueue } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { applyBroker, managementOf, type BrokerPlace } from '../src/broker/apply-broker';
import { planBroker } from '../src/broker/plan-broker';

const QUEUE = 'routing.order.created';
let own: { broker: PrivateBroker; url: string };
let place: BrokerPlace;
beforeAll(async () => {
  const started = await PrivateBroker.start();
  if (!started) throw new Error('this machine has no RabbitMQ of its own');
  own = started;
  place = { config: { AMQP_URL: own.url }, adminUrl: own.broker.adminUrl };
}, 120_000);
afterAll(() => own.broker.close(), 60_000);

const control = (...args: string[]) => own.broker.control(...args, '-p', 'private');
const plan = async () => planBroker(await managementOf(place).facts());

describe('hub broker', () => {
  it('sets removed policies, replaces a queue with its messages, and is then done', async () => {
    // Given a broker of an earlier release: no policy, a queue with other arguments.
    await control('clear_policy', 'hub-events');
    const declare = `{resource, <<"private">>, queue, <<"${QUEUE}">>}`;
    await own.broker.control(
      'eval',
      `rabbit_amqqueue:declare(${declare}, true, false, [{<<"x-queue-type">>, longstr, <<"quorum">>}], none, <<"hub">>).`,
    );
    await own.broker.control(
      'eval',
      `rabbit_basic:publish({resource, <<"private">>, exchange, <<>>}, <<"${QUEUE}">>, [], <<"an order">>).`,
    );
    expect((await plan()).map(({ kind }) => kind)).toEqual(['set_policy', 'replace_queue']);

    await applyBroker(place);

    await eventually(async () => {
      expect(await plan()).toEqual([]);
      expect((await managementOf(place).facts()).queues).toContainEqual(
        expect.objectContaining({ name: QUEUE, messages: 1 }),
      );
    });
    const { queues } = await managementOf(place).facts();
    expect(queues.map(({ name }) => name).toSorted()).toEqual(
      queueDeclarations(allQueues())
        .map(({ name }) => name)
        .toSorted(),
    );
  }, 90_000);

  it('bounds an event queue in bytes, and a queue over its bound refuses to take more (D36)', async () => {
    await applyBroker(place);
    const policyOf = async () =>
      (await managementOf(place).facts()).policies.find(({ name }) => name === 'hub-events');
    const applied = await policyOf();
    expect(applied?.definition).toMatchObject({ 'max-length-bytes': 1_073_741_824 });
    // The same policy with a bound that a test can reach.
    const definition = JSON.stringify({ ...applied?.definition, 'max-length-bytes': 1_048_576 });
    const { pattern = '', priority = 0 } = applied ?? {};
    await control(
      'set_policy',
      '--apply-to',
      'queues',
      '--priority',
      String(priority),
      'hub-events',
      pattern,
      definition,
    );
    const event = { queue: QUEUE, bytes: Buffer.alloc(524_288), headers: {} };
    const fill = async () => {
      for (let put = 0; put < 10; put += 1) await putIntoQueue(own.url, event);
    };
    // A policy takes effect a moment later.
    await eventually(() => expect(fill()).rejects.toThrow(/nack/));
    expect((await plan()).map(({ kind }) => kind)).toEqual(['set_policy']);
    await applyBroker(place);
    expect(await policyOf()).toEqual(applied);
  }, 90_000);

  it('says so where the user may not set policies', async () => {
    const services = own.broker.adminUrl.replace('hub-admin', 'hub');
    await expect(managementOf({ ...place, adminUrl: services }).facts()).rejects.toThrow('BROKER_ADMIN_URL');
  });
});
