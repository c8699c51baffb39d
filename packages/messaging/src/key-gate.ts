import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '@hub/database';
import {
  keyRingOf,
  openKeys,
  ProcessHeartbeat,
  StartRefused,
  type Keys,
  type KeysConfig,
} from '@hub/installation';
import type { Logger, Component } from '@hub/runtime';
import type { DatabaseClock } from './clock/database-clock';

const BEAT_EVERY_MS = 3_000;

const NO_KEY = 'HUB_ENCRYPTION_KEY: is required, or HUB_ENCRYPTION_KEYS';

/**
 * Guards everything that encrypts, decrypts or derives (D34): a process without the current encryption key is not
 * ready, attaches no consumer and reports it. A process with another reference key does not start at all, nor does one
 * without any key, which no rotation can fix. While it runs it reports its keys, so that no rotation leaves it behind,
 * and how its clock differs.
 */
export class KeyGate implements Component {
  readonly name = 'keys';
  private found: Keys | null = null;
  private stopped = false;
  private said = '';
  private readonly heartbeat: ProcessHeartbeat;
  private timer: NodeJS.Timeout | undefined;
  private beating: Promise<void> = Promise.resolve();

  constructor(
    private readonly db: Database,
    private readonly options: {
      config: KeysConfig;
      service: string;
      clock: DatabaseClock;
      logger: Logger;
      lookEveryMs?: number;
    },
  ) {
    const { config, service } = options;
    this.heartbeat = new ProcessHeartbeat(db, { service, keyIds: keyRingOf(config).ids });
  }

  ready(): boolean {
    return this.found !== null;
  }

  /** Resolves once all keys are there; with null if the process stops first. Throws `StartRefused`. */
  async pass(): Promise<Keys | null> {
    if (keyRingOf(this.options.config).keys.length === 0) throw new StartRefused(NO_KEY);
    this.timer ??= setInterval(() => this.beat(), BEAT_EVERY_MS).unref();
    this.beat();
    while (!this.stopped && (await this.look()) === null)
      await wait(this.options.lookEveryMs ?? 1_000, undefined, { ref: false });
    return this.stopped ? null : this.found;
  }

  /** Checks once. Throws `StartRefused`. */
  async look(): Promise<Keys | null> {
    if (this.found !== null) return this.found;
    try {
      const keys = await openKeys(this.db, this.options.config);
      if ('lacks' in keys)
        this.say('this process lacks the key that secrets are encrypted with: not ready', {
          lacks: keys.lacks,
        });
      else this.found = keys;
    } catch (error) {
      if (error instanceof StartRefused) throw error;
      this.say('the keys cannot be read: waiting for the database', { error });
    }
    return this.found;
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await this.beating;
    await this.heartbeat.end().catch(() => undefined);
  }

  private beat(): void {
    const { clock } = this.options;
    this.beating = this.beating
      .then(() => this.heartbeat.beat(clock.difference?.atLeastMs))
      .catch(() => undefined);
  }

  /** One log line for each change. */
  private say(what: string, fields: Record<string, unknown>): void {
    if (this.said === what) return;
    this.said = what;
    this.options.logger.error(what, fields);
  }
}
