import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from '@hub/runtime';
import { connect, type ChannelModel, type Options, type RecoveringChannelModel } from 'amqplib';
import { brokerAddresses, connectOptions, tlsOptions, type BrokerConfig } from './broker-address';
import { gatherWrites } from './gather-writes';

/** amqplib waits indefinitely for the broker's answer to a close, even if the connection is lost in the meantime. */
const CLOSES_WITHIN_MS = 5_000;

export interface BrokerConnectionOptions {
  config: BrokerConfig;
  /** Shown in the broker's list of connections. */
  name: string;
  logger: Logger;
  /** Called at every connect; throwing fails the attempt. */
  setUp(model: ChannelModel): Promise<void>;
  /** Called when the connection is lost, and when an attempt fails. */
  lost(): void;
}

/**
 * One connection to RabbitMQ: recovers automatically, at the next address each time, and reports each outage and return
 * once.
 */
export class BrokerConnection {
  private connection: RecoveringChannelModel | undefined;
  private model: ChannelModel | undefined;
  private isDown = false;

  constructor(private readonly options: BrokerConnectionOptions) {}

  /** Starts connecting; returns at once. */
  async start(onBlocked?: (reason: string | null) => void): Promise<void> {
    const { config, name, logger } = this.options;
    const addresses = brokerAddresses(config.AMQP_URL);
    // amqplib reads it at every attempt.
    const target: Options.Connect = {};
    let attempts = 0;
    const turn = () => Object.assign(target, addressOf(addresses, attempts++));
    turn();
    const connection = await connect(target, {
      ...tlsOptions(config),
      // Without it one message is in flight at a time: 27 ms instead of 1.
      noDelay: true,
      clientProperties: { connection_name: name },
      recovery: {
        waitForConnect: false,
        initialDelay: 200,
        maxDelay: 5_000,
        setup: (model: ChannelModel) => {
          gatherWrites(model);
          return this.options.setUp(model);
        },
      },
    });
    this.connection = connection;
    connection.on('connect', (model) => {
      this.model = model;
      this.isDown = false;
      logger.info('broker connected', { connection: name });
    });
    connection.on('disconnect', (error) => this.lost(error, turn));
    connection.on('connect-failed', (error) => this.lost(error, turn));
    connection.on('error', (error) => logger.warn('broker connection error', { error: error.message }));
    connection.on('blocked', (reason) => onBlocked?.(reason));
    connection.on('unblocked', () => onBlocked?.(null));
  }

  /** Drops the connection for a new one. */
  replace(): void {
    this.model?.close().catch(() => undefined);
  }

  async stop(): Promise<void> {
    const closed = new AbortController();
    const late = wait(CLOSES_WITHIN_MS, undefined, { signal: closed.signal }).catch(() => undefined);
    await Promise.race([this.connection?.close(), late]);
    closed.abort();
  }

  private lost(error: Error, turn: () => void): void {
    this.model = undefined;
    turn();
    this.options.lost();
    if (this.isDown) return;
    this.isDown = true;
    const { name, logger } = this.options;
    logger.warn('broker unreachable, retrying until it is back', { connection: name, error: error.message });
  }
}

/** Every field is set, so that nothing of the previous address remains. */
function addressOf(addresses: readonly string[], attempt: number) {
  const address = addresses[attempt % addresses.length];
  if (address === undefined) throw new Error('AMQP_URL names no address');
  const none = {
    port: undefined,
    username: undefined,
    password: undefined,
    heartbeat: undefined,
    frameMax: undefined,
    channelMax: undefined,
  };
  return { ...none, ...connectOptions(address) };
}
