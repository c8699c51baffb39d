import type { Tx } from '@hub/database';

const RAW = new Set<string | symbol>(['$queryRaw', '$executeRaw']);

/**
 * The same transaction, but something else happens before its first statement with this text: a competing write, at a
 * named point of the handler.
 */
export function atStatement(tx: Tx, text: RegExp, happens: () => Promise<void>): Tx {
  let happened = false;
  return new Proxy(tx, {
    get(target, name, receiver) {
      const member: unknown = Reflect.get(target, name, receiver);
      if (typeof member !== 'function' || !RAW.has(name)) return member;
      return async (query: Query, ...values: unknown[]): Promise<unknown> => {
        const isPoint = !happened && text.test(statementOf(query));
        happened ||= isPoint;
        if (isPoint) await happens();
        return Reflect.apply(member, target, [query, ...values]);
      };
    },
  });
}

type Query = TemplateStringsArray | { sql: string };

function statementOf(query: Query): string {
  return 'raw' in query ? query.raw.join('?') : query.sql;
}
