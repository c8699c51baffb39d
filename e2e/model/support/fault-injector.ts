import type { Subscriptions } from '@hub/messaging';

type AnyConsumer = Subscriptions['consumers'][number];

/** What a handler throws where its worker is killed. Nothing that it had not committed is kept. */
class Killed extends Error {
  override readonly name = 'Killed';
}

/** How much longer a worker lives, and how many of its handlers are at work. */
export class FaultInjector {
  private dead = false;
  private pointsLeft: number | null = null;
  private atWork = 0;

  get busy(): boolean {
    return this.atWork > 0;
  }

  /** The whole worker: none of its handlers commits anything from now on. */
  die(): void {
    this.dead = true;
  }

  /** One handler: the one that reaches the point after this many others. A commit has a point before and one after it. */
  killOne(pointsLeft: number): void {
    this.pointsLeft = pointsLeft;
  }

  spareAll(): void {
    this.pointsLeft = null;
  }

  /** A point at which a worker may be killed. Throws `Killed` where it is. */
  reach(): void {
    if (this.dead) throw new Killed();
    if (this.pointsLeft === null) return;
    this.pointsLeft -= 1;
    if (this.pointsLeft >= 0) return;
    this.pointsLeft = null;
    throw new Killed();
  }

  async during<T>(work: () => Promise<T>): Promise<T> {
    this.atWork += 1;
    try {
      this.reach();
      const result = await work();
      this.reach();
      return result;
    } finally {
      this.atWork -= 1;
    }
  }
}

/** The same service, which may be killed at the edges of each of its transactions; its sweeps run as often as given. */
export function withFaults(
  { consumers, sweeps = [], components = [] }: Subscriptions,
  life: FaultInjector,
  sweepEveryMs: number,
): Subscriptions {
  return {
    consumers: consumers.map((consumer) => consumerWithFaults(consumer, life)),
    sweeps: sweeps.map((sweep) => ({
      ...sweep,
      everyMs: Math.min(sweep.everyMs, sweepEveryMs),
      run: (tx, now) => life.during(() => sweep.run(tx, now)),
    })),
    components,
  };
}

type Of<Kind extends AnyConsumer['kind']> = Extract<AnyConsumer, { kind: Kind }>;

function consumerWithFaults(consumer: AnyConsumer, life: FaultInjector): AnyConsumer {
  switch (consumer.kind) {
    case 'event':
      return eventWithFaults(consumer, life);
    case 'event-batch': {
      const handleAll: Of<'event-batch'>['handleAll'] = (tx, events) =>
        life.during(() => consumer.handleAll(tx, events));
      return { ...consumer, handleAll };
    }
    case 'command': {
      const handle: Of<'command'>['handle'] = (tx, input) => life.during(() => consumer.handle(tx, input));
      return { ...consumer, handle };
    }
    case 'calling': {
      const handle: Of<'calling'>['handle'] = (context, input) =>
        life.during(() => consumer.handle(contextWithFaults(context, life), input));
      return { ...consumer, handle };
    }
    case 'command-batch': {
      const handleAll: Of<'command-batch'>['handleAll'] = (context, inputs) =>
        life.during(() => consumer.handleAll(contextWithFaults(context, life), inputs));
      return { ...consumer, handleAll };
    }
    case 'dead-letter':
      return consumer;
  }
}

function eventWithFaults(consumer: Of<'event'>, life: FaultInjector): Of<'event'> {
  const repliesToReplays = consumer.onReplay !== undefined;
  const handle: Of<'event'>['handle'] = (tx, event) => life.during(() => consumer.handle(tx, event));
  const onReplay: OnReplay = async (tx, event, recorded) =>
    life.during(async () => (await consumer.onReplay?.(tx, event, recorded)) ?? null);
  return { ...consumer, handle, ...(repliesToReplays && { onReplay }) };
}

type OnReplay = NonNullable<Of<'event'>['onReplay']>;
type CallingContext = Parameters<Of<'calling'>['handle']>[0];

/** Its worker may be killed before each commit, and right after it. */
function contextWithFaults(context: CallingContext, life: FaultInjector): CallingContext {
  return {
    db: context.db,
    async transact(work, options) {
      const result = await context.transact(async (tx) => {
        const done = await work(tx);
        life.reach();
        return done;
      }, options);
      life.reach();
      return result;
    },
    async transactSql(work) {
      const result = await context.transactSql(async (tx) => {
        const done = await work(tx);
        life.reach();
        return done;
      });
      life.reach();
      return result;
    },
  };
}
