import { holdE2eBroker, PrivateBroker, Wire } from '@hub/testing';

/**
 * A broker that can be stopped and started, behind an address that stays the same: a private RabbitMQ, or, on a
 * machine without one installed, a wire to the tests' broker that is cut meanwhile.
 */
export class RestartableBroker {
  private constructor(
    private readonly wire: Wire,
    /** Null: the broker is not ours to stop. */
    private readonly own: PrivateBroker | null,
    private readonly release: () => Promise<void>,
  ) {}

  static async start(): Promise<RestartableBroker> {
    const own = await PrivateBroker.start();
    if (own) return new RestartableBroker(await Wire.to(own.url), own.broker, () => own.broker.close());
    const held = await holdE2eBroker();
    return new RestartableBroker(await Wire.to(held.amqpUrl), null, held.release);
  }

  get url(): string {
    return this.wire.url;
  }

  /** The broker becomes unavailable; what it has taken in durably stays. */
  async stop(): Promise<void> {
    await this.own?.stop();
    this.wire.cut();
  }

  /** The broker is back, at another port behind the wire. */
  async startAgain(): Promise<void> {
    const url = await this.own?.startAgain();
    this.wire.repair(url ?? undefined);
  }

  async close(): Promise<void> {
    this.wire.close();
    await this.release();
  }
}
