import { setTimeout as wait } from 'node:timers/promises';
import {
  contractsUnknown,
  isDatabaseAway,
  lostToPooler,
  missingMigrations,
  poolsInUse,
  type Database,
  type DatabaseConfig,
  type PoolerLoss,
} from '@hub/database';
import { agreeOnEnvironment, StartRefused, type Environment } from '@hub/installation';
import type { Logger, Component } from '@hub/runtime';

const LOOK_EVERY_MS = 1_000;

export interface GateConfig extends DatabaseConfig {
  HUB_ENVIRONMENT?: Environment | undefined;
}

/**
 * Guards everything that uses the database: a process is not ready, and attaches no consumer, until the database is up
 * and has every migration that the process was built with. A process of another environment (D28), behind a pooler that
 * loses time limits or prepared statements, or of a release older than a contract step, does not start at all.
 */
export class DatabaseGate implements Component {
  readonly name = 'schema';
  private open = false;
  private stopped = false;
  private sessionsAreWhole = false;
  private said = '';

  constructor(
    private readonly db: Database,
    private readonly config: GateConfig,
    private readonly logger: Logger,
  ) {}

  ready(): boolean {
    return this.open;
  }

  /** Resolves with true once it is open, with false if the process stops first. Throws `StartRefused`. */
  async pass(): Promise<boolean> {
    while (!this.stopped && !(await this.look())) await wait(LOOK_EVERY_MS, undefined, { ref: false });
    return !this.stopped;
  }

  /** Checks once whether it is open. Throws `StartRefused`. */
  async look(): Promise<boolean> {
    if (this.open) return true;
    try {
      // First of all: behind such a pooler nothing else works.
      await this.refuseLosses();
      const missing = await missingMigrations(this.db);
      if (missing.length > 0) this.say('the database lacks migrations: waiting for them', { missing });
      else await this.admit();
    } catch (error) {
      if (error instanceof StartRefused) throw error;
      const what = isDatabaseAway(error) ? 'the database is unavailable' : 'the database cannot be read';
      this.say(`${what}: waiting for it`, { error });
    }
    return this.open;
  }

  async stop(): Promise<void> {
    this.stopped = true;
  }

  /** Unknown migrations are ignored, except those that removed what this process uses. */
  private async refuseWhatIsTooOld(): Promise<void> {
    const [step] = await contractsUnknown(this.db);
    if (step)
      throw new StartRefused(
        `this release is too old for the database: ${step.migration} took away what it works with; start one that has ${step.needs}`,
      );
  }

  private async refuseLosses(): Promise<void> {
    const { DATABASE_URL: url, DATABASE_PREPARED: prepared, DATABASE_CA_FILE: caFile } = this.config;
    if (this.sessionsAreWhole || prepared === 'off') return;
    const lost = await lostToPooler(url, caFile);
    if (lost !== null) throw new StartRefused(POOLER_LOSSES[lost]);
    this.sessionsAreWhole = true;
  }

  private async admit(): Promise<void> {
    await this.refuseWhatIsTooOld();
    await agreeOnEnvironment(this.db, this.config.HUB_ENVIRONMENT);
    if (this.said !== '') this.logger.info('the database is ready');
    this.open = true;
    await this.warnOfPools();
  }

  /** The arithmetic, while there is time: once all connections are used, work is deferred (53300). */
  private async warnOfPools(): Promise<void> {
    const { pools, total, admitted } = await poolsInUse(this.db);
    if (total > admitted)
      this.logger.warn('the pools of all processes may open more connections than the server admits', {
        pools: pools.map(({ service, processes, connections }) => ({ of: service, processes, connections })),
        total,
        admitted,
      });
  }

  /** One log line for each change. */
  private say(what: string, fields: Record<string, unknown>): void {
    if (this.said === what) return;
    this.said = what;
    this.logger.warn(what, fields);
  }
}

const POOLER_LOSSES: Record<PoolerLoss, string> = {
  limits:
    'DATABASE_PREPARED: must be off behind this pooler, which does not pass on the time limits of a session ' +
    '(statement_timeout, idle_in_transaction_session_timeout)',
  statements:
    'DATABASE_PREPARED: must be off behind this pooler, which loses prepared statements between transactions',
};
