import { openDatabase } from '@hub/database';
import { keyRingOf } from '@hub/installation';
import {
  allQueues,
  Broker,
  ClockGate,
  DatabaseClock,
  DatabaseGate,
  EventRequester,
  KeyGate,
  observePool,
} from '@hub/messaging';
import { listenToClients, requireFreePorts, type Clock, type Logger, type Component } from '@hub/runtime';
import { createShopDirectory } from '@hub/shops';
import { createApp } from './app';
import type { IngressConfig } from './config';
import { SentEventLog } from './sent/sent-event-log';

/** Starts the ingress's components: shop directory, broker, address. */
export async function startIngress(
  { config, logger, ownClock }: { config: IngressConfig; logger: Logger; ownClock?: Clock },
  components: Component[],
): Promise<void> {
  // At once, not after waiting for everything else.
  await requireFreePorts({ INGRESS_PORT: config.INGRESS_PORT });
  const db = openDatabase(config, { service: 'ingress', size: 2 });
  components.push({ name: 'database', stop: () => db.$disconnect() });
  components.push(observePool(db));
  const clock = new DatabaseClock(ownClock);
  const gate = new DatabaseGate(db, config, logger);
  components.push(gate);
  // While it waits, events are answered 503 (D5).
  if (!(await gate.look())) void gate.pass();
  // Without the current key it is not ready, but it still answers what its keys open.
  const keyGate = new KeyGate(db, { config, service: 'ingress', clock, logger });
  components.push(keyGate);
  void keyGate.pass();
  const clockGate = new ClockGate(db, clock, { logger });
  components.push(clockGate);
  void clockGate.start();
  const sent = new SentEventLog(db, { config, logger });
  components.push(sent);
  const directory = createShopDirectory({ service: 'ingress', db, encryptionKey: keyRingOf(config), logger });
  await directory.start();
  components.push(directory);
  const broker = new Broker({ config, name: 'ingress', queues: allQueues(), logger });
  const requester = new EventRequester(broker);
  await broker.start();
  components.push(broker);

  const findSender = (slug: string, now: number) => directory.senderOf(slug, now);
  const request: EventRequester['request'] = (event) => requester.request(event);
  const shopsKnown = () => gate.ready() && directory.ready();
  const trustedProxies = config.TRUSTED_PROXIES;
  const keep: SentEventLog['keep'] = (answered) => sent.keep(answered);
  const app = createApp(
    {
      shopsKnown,
      findSender,
      request,
      keep,
      trustedProxies,
      logger,
      clockRight: () => clockGate.ready(),
      now: () => clock.now(),
      latestNow: () => clock.latest(),
      // Unset it is development, and the database agrees (D28).
      explainsSignatures: config.HUB_ENVIRONMENT !== 'production',
    },
    components,
  );
  components.push(await listenToClients(app, config.INGRESS_PORT, config));
}
