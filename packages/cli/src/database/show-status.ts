import { openDatabase, sqlStateOf, type Database } from '@hub/database';
import { readDatabaseConfig } from '../config';
import { CommandFailure } from '../failure';
import { print, printJson, printTable } from '../output';
import { describeRefusal, describeServer, takesWrites } from './describe-status';
import { readStatus, type DatabaseSession, type DatabaseStatus } from './read-status';

/** It answers, but the services cannot work on it. */
const TAKES_NO_WRITES = 3;

/** `hub database status`: what the server is and what runs on it. */
export async function showStatus(options: { json?: boolean }): Promise<void> {
  const config = { ...readDatabaseConfig(), DATABASE_POOL_SIZE: undefined };
  const db = openDatabase(config, { service: 'hub', size: 1 });
  try {
    const status = await readOrRefuse(db);
    if (!takesWrites(status.server)) process.exitCode = TAKES_NO_WRITES;
    if (options.json) return printJson({ ...status, takes_writes: takesWrites(status.server) });
    describeServer(status.server).forEach(print);
    printTable(HEAD, status.sessions.map(cellsOf));
  } finally {
    await db.$disconnect();
  }
}

async function readOrRefuse(db: Database): Promise<DatabaseStatus> {
  try {
    return await readStatus(db);
  } catch (error) {
    const refusal = describeRefusal(sqlStateOf(error));
    if (refusal === null) throw error;
    throw new CommandFailure([refusal]);
  }
}

const HEAD = ['application', 'state', 'waits for', 'blocked by', 'statement s', 'transaction s', 'statement'];

const cellsOf = (one: DatabaseSession): (string | null)[] => [
  one.application,
  one.state,
  one.waits_for,
  textOf(one.blocked_by),
  textOf(one.statement_seconds),
  textOf(one.transaction_seconds),
  one.statement,
];

const textOf = (value: number | null): string | null => (value === null ? null : String(value));
