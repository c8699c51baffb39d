import { allQueues, queueDeclarations } from '@hub/messaging';
import { eventually, PrivateBroker } from '@hub/testing';
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

  it('says so where the user may not set policies', async () => {
    const services = own.broker.adminUrl.replace('hub-admin', 'hub');
    await expect(managementOf({ ...place, adminUrl: services }).facts()).rejects.toThrow('BROKER_ADMIN_URL');
  });
});
