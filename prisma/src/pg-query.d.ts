import type { Connection as Wire } from 'pg';

/** The interface between the driver's client and its queries; the published types end at `submit`. */
declare module 'pg' {
  interface QueryConfig<I> {
    /** By Parse, Bind and Execute also where there is neither a name nor a value. */
    queryMode?: 'extended' | undefined;
  }
  interface Query {
    readonly name?: string;
    readonly text?: string;
    handleRowDescription(message: unknown): void;
    handleDataRow(message: unknown): void;
    handleEmptyQuery(connection: Wire): void;
    handleCommandComplete(message: unknown, connection: Wire): void;
    handleReadyForQuery(connection: Wire): void;
    handleError(error: unknown, connection: Wire): void;
  }
}
