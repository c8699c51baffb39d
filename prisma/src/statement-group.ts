import { Query, type Connection, type QueryConfig, type QueryResult, type Submittable } from 'pg';

/** One statement of a group with its values, and the callbacks for its result. */
export interface GroupedStatement {
  statement: QueryConfig;
  values: unknown[];
  resolve: (result: QueryResult) => void;
  reject: (error: unknown) => void;
}

/**
 * Statements that go out together and are answered together: one round trip, and one wake-up of either side. They run
 * one after the other, each on the results of the previous ones; after a failed one the server runs none, so all of
 * them fail with its error. The driver's own pipelining would continue after a failed `BEGIN`, outside of any
 * transaction.
 */
export class StatementGroup implements Submittable {
  private readonly queries: readonly Query[];
  /** How many have been answered. */
  private answered = 0;
  private failed = false;

  /** @param ended called once, when all have been answered or have failed */
  constructor(
    readonly statements: readonly GroupedStatement[],
    private readonly ended: () => void,
  ) {
    this.queries = statements.map(
      ({ statement, values, resolve }) =>
        new Query(statement, values, (error: unknown, result: QueryResult) =>
          error ? this.fail(error) : resolve(result),
        ),
    );
  }

  /** Of the statement whose answers come now: the driver notes what its connection has prepared. */
  get name(): string | undefined {
    return this.current()?.name;
  }

  get text(): string | undefined {
    return this.current()?.text;
  }

  submit(connection: Connection): void {
    const { stream } = connection;
    const member = memberOf(connection);
    stream.cork();
    try {
      for (const query of this.queries) {
        query.submit(member);
        // A parameter cannot be sent: the following statements must not run without this one.
        if (this.failed) break;
      }
      connection.sync();
    } finally {
      stream.uncork();
    }
  }

  handleRowDescription(message: unknown): void {
    this.current()?.handleRowDescription(message);
  }

  handleDataRow(message: unknown): void {
    this.current()?.handleDataRow(message);
  }

  handleEmptyQuery(connection: Connection): void {
    this.current()?.handleEmptyQuery(connection);
    this.answered += 1;
  }

  handleCommandComplete(message: unknown, connection: Connection): void {
    this.current()?.handleCommandComplete(message, connection);
    this.answered += 1;
  }

  handleReadyForQuery(connection: Connection): void {
    if (this.failed) return;
    for (const query of this.queries) query.handleReadyForQuery(connection);
    this.ended();
  }

  handleError(error: unknown): void {
    this.fail(error);
  }

  private current(): Query | undefined {
    return this.queries[this.answered];
  }

  private fail(error: unknown): void {
    if (this.failed) return;
    this.failed = true;
    for (const { reject } of this.statements) reject(error);
    this.ended();
  }
}

/**
 * The connection as a member of a group sees it: the group knows when it is complete, and which of its statements were
 * prepared.
 */
function memberOf(connection: Connection): Connection {
  return Object.assign(Object.create(connection), { sync: () => undefined, submittedNamedStatements: {} });
}
