import { Command, InvalidArgumentError } from 'commander';

/** How large a run is. Times in milliseconds. */
export interface ChaosOptions {
  /** Whichever is drawn decides who trades what, and what goes wrong where. */
  seed: number;
  /** Minimum number of events that the stores send. */
  events: number;
  stores: number;
  articles: number;
  /** Copies of every service. */
  copies: number;
  eventsPerSecond: number;
  /** The pause between two disasters. */
  disasterEveryMs: number;
  /** How often each kind of disaster strikes. */
  disasterRounds: number;
  /** How long everything may take to become right once all faults are over. */
  settleWithinMs: number;
  /** Where what the services log is kept; nowhere, where not given. */
  log?: string | undefined;
}

type Size = Omit<ChaosOptions, 'seed'>;

const WHOLE: Size = {
  events: 10_000,
  stores: 6,
  articles: 12,
  copies: 2,
  eventsPerSecond: 12,
  disasterEveryMs: 12_000,
  disasterRounds: 3,
  settleWithinMs: 10 * 60_000,
};
const SMALL: Size = {
  events: 350,
  stores: 4,
  articles: 5,
  copies: 1,
  eventsPerSecond: 10,
  disasterEveryMs: 1_000,
  disasterRounds: 1,
  settleWithinMs: 3 * 60_000,
};

/** Reads the command line; wrong use ends the process with a message on stderr. */
export function readOptions(argv: readonly string[]): ChaosOptions {
  const { small, seed, events, log } = new Command('chaos')
    .description(
      'random trade while stores, services, broker and database fail; judged by what the stores have',
    )
    .option('--small', 'a run of about two minutes, as CI does it', false)
    .option('--seed <n>', 'plays a run again', wholeNumber)
    .option('--events <n>', 'events to be sent at the least', wholeNumber)
    .option('--log <file>', 'keeps what the services log')
    .parse(argv)
    .opts<{ small: boolean; seed?: number; events?: number; log?: string }>();
  const size = small ? SMALL : WHOLE;
  return {
    ...size,
    log,
    events: events ?? size.events,
    seed: seed ?? Math.floor(Math.random() * 2 ** 31),
  };
}

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('must be a whole number');
  return Number(text);
}
