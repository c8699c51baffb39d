import { jest } from '@jest/globals';
import { Client } from 'pg';

interface Statement {
  text: string;
  values: string;
}

/** What the process asks besides: its relay, call log, directory of shops, heartbeats, circuits, and looks for what is due. */
const BESIDE =
  /FROM outbox|"store_call"|"public"\."shop"|process_heartbeat|"process"|clock_timestamp|shop_circuit|FROM shop s WHERE EXISTS/;
const COMMAND = /"((?:order|shipping-order|network-quantity)\.[a-z-]+)"/g;

/** All that this process asks the database from now on: one round trip each. */
export class Statements {
  private readonly spy = jest.spyOn(Client.prototype, 'query');
  private asked: Statement[][] = [];

  /** No more is noted. */
  end(): void {
    const { calls, contexts } = this.spy.mock;
    const open = new Map<unknown, Statement[]>();
    calls.forEach(([query], index) => {
      const statement = statementOf(query);
      if (!statement) return;
      const begun = statement.text.startsWith('BEGIN') ? [] : open.get(contexts[index]);
      if (begun) open.set(contexts[index], begun);
      if (!begun || begun.length === 0) this.asked.push(begun ?? [statement]);
      begun?.push(statement);
      if (/^(COMMIT|ROLLBACK)/.test(statement.text)) open.delete(contexts[index]);
    });
    this.spy.mockRestore();
  }

  /** Those of transactions, and statements outside of any, that are no work beside. */
  roundTrips(): number {
    const counted = this.asked.filter((statements) => !statements.some(({ text }) => BESIDE.test(text)));
    return counted.flat().length;
  }

  /** Each text once, of transactions on plain connections. */
  hotTexts(): string[] {
    const hot = this.asked.filter(([first]) => first?.text.includes('force_generic_plan'));
    return [...new Set(hot.flatMap((statements) => statements.slice(1, -1).map(({ text }) => text)))];
  }

  /** Commands written into the outbox, by type. */
  commands(): string[] {
    return this.outbox((values) => !values.includes('"dead-letters"'));
  }

  /** The same for what has died. */
  deadLetters(): string[] {
    return this.outbox((values) => values.includes('"dead-letters"'));
  }

  private outbox(which: (values: string) => boolean): string[] {
    const written = this.asked.flat().filter(({ text }) => text.includes('INSERT INTO outbox'));
    return written
      .filter(({ values }) => which(values))
      .flatMap(({ values }) => [...values.matchAll(COMMAND)].map(([, type = '']) => type));
  }
}

function statementOf(query: unknown): Statement | null {
  if (typeof query === 'string') return { text: query, values: '' };
  if (typeof query !== 'object' || query === null || !('text' in query)) return null;
  const values = 'values' in query ? query.values : [];
  return { text: String(query.text), values: JSON.stringify(values, withoutBigInts) };
}

function withoutBigInts(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
