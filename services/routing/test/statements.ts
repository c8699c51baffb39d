import { jest } from '@jest/globals';
import { Client } from 'pg';

interface Statement {
  text: string;
  values: string;
}

/**
 * Other queries of the process: its relay, call log, directory of shops, heartbeats, circuits, and searches for due
 * rows.
 */
const BESIDE =
  /FROM outbox|"store_call"|"public"\."shop"|process_heartbeat|"process"|clock_timestamp|shop_circuit|FROM shop s WHERE EXISTS/;
const COMMAND = /"((?:order|shipping-order|network-quantity)\.[a-z-]+)"/g;

/** Statements sent to the database together. */
type RoundTrip = Statement[];

/** Every query of this process from now on. */
export class Statements {
  private readonly spy = jest.spyOn(Client.prototype, 'query');
  /** By transaction; outside of one, each statement is an entry. */
  private asked: RoundTrip[][] = [];

  /** Stops recording. */
  end(): void {
    const { calls, contexts } = this.spy.mock;
    const open = new Map<unknown, RoundTrip[]>();
    calls.forEach(([query, values], index) => {
      const trip = tripOf(query, values);
      const begun = trip[0]?.text.startsWith('BEGIN') ? [] : open.get(contexts[index]);
      if (begun) open.set(contexts[index], begun);
      if (!begun || begun.length === 0) this.asked.push(begun ?? [trip]);
      begun?.push(trip);
      if (trip.some(({ text }) => /^(COMMIT|ROLLBACK)/.test(text))) open.delete(contexts[index]);
    });
    this.spy.mockRestore();
  }

  /** Transactions, and statements outside of any, except background work. */
  roundTrips(): number {
    return this.asked.filter((trips) => !trips.flat().some(({ text }) => BESIDE.test(text))).flat().length;
  }

  /** Each text once, of transactions on plain connections. */
  hotTexts(): string[] {
    const hot = this.asked.map((trips) => trips.flat()).filter((all) => all.some(isSetting));
    return [...new Set(hot.flat().flatMap((one) => (isSetting(one) || isEnd(one) ? [] : one.text)))];
  }

  /** Commands written into the outbox, by type. */
  commands(): string[] {
    return this.outbox((values) => !values.includes('"dead-letters"'));
  }

  /** The same for dead letters. */
  deadLetters(): string[] {
    return this.outbox((values) => values.includes('"dead-letters"'));
  }

  private outbox(which: (values: string) => boolean): string[] {
    const written = this.asked.flat(2).filter(({ text }) => text.includes('INSERT INTO outbox'));
    return written
      .filter(({ values }) => which(values))
      .flatMap(({ values }) => [...values.matchAll(COMMAND)].map(([, type = '']) => type));
  }
}

const isSetting = ({ text }: Statement) => text.includes('force_generic_plan');
const isEnd = ({ text }: Statement) => /^(BEGIN|COMMIT|ROLLBACK)/.test(text);

/** A single statement, or those of a group. */
function tripOf(query: unknown, given?: unknown): RoundTrip {
  if (typeof query === 'string') return [{ text: query, values: '' }];
  if (typeof query !== 'object' || query === null) return [];
  if ('statements' in query && Array.isArray(query.statements))
    return query.statements.flatMap(({ statement, values }: { statement: unknown; values: unknown }) =>
      tripOf(statement, values),
    );
  if (!('text' in query)) return [];
  const values = given ?? ('values' in query ? query.values : []);
  return [{ text: String(query.text), values: JSON.stringify(values, withoutBigInts) }];
}

function withoutBigInts(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
