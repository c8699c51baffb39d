import { print, printTable } from '../output';
import type { Estimate } from './estimate';
import { RUN } from './measured-run';

const [MEGA, GIGA] = [1e6, 1e9];

/** An estimate for people. Amounts are decimal: a GB is 10^9 bytes. */
export function printEstimate({ rates, services, database, brokerConnections, tables }: Estimate): void {
  const kinds = Object.entries(rates).map(([kind, rate]) => `${kind} ${number(rate)}`);
  print(`events/s: ${kinds.join(', ')}`);
  print('');
  printTable(
    ['service', 'cores', 'copies', 'to PostgreSQL', 'to RabbitMQ'],
    services.map((one) => [
      one.service,
      number(one.cores),
      String(one.copies),
      String(one.databaseConnections),
      String(one.brokerConnections),
    ]),
  );
  print('');
  printTable(
    ['database and broker', ''],
    [
      ['cores of PostgreSQL', number(database.cores)],
      ['connections to PostgreSQL', String(database.connections)],
      ['connections to RabbitMQ', String(brokerConnections)],
      ['commits/s', number(database.commitsPerSecond)],
      ['writes/s to disk, at the most', number(database.writesPerSecond)],
      ['write-ahead log, MB/s', number(database.walBytesPerSecond / MEGA)],
    ],
  );
  print('');
  printTable(
    ['table', 'rows/day', 'GB/month', 'GB after a year'],
    tables.map((one) => [
      one.table,
      one.rowsPerDay.toFixed(0),
      number(one.bytesPerMonth / GIGA),
      number(one.bytesAfterAYear / GIGA),
    ]),
  );
  print('');
  print(`measured on ${RUN.on}: ${RUN.machine}`);
  print('not measured: cancellations and returns, which count as packages; catalogue runs and the desk');
}

/** Two significant digits, unless it is whole. */
function number(value: number): string {
  if (value >= 10 || value === 0) return value.toFixed(0);
  return Number(value.toPrecision(2)).toString();
}
