import { BYTES_PER_ROW, keptDays, ROWS } from './costs';
import { KINDS, type Rates } from './workload';

const SECONDS_OF_AN_HOUR = 3_600;
const [DAYS_OF_A_MONTH, DAYS_OF_A_YEAR] = [30, 365];

export interface TableEstimate {
  table: string;
  rowsPerDay: number;
  /** Written; without subtracting what is pruned by age. */
  bytesPerMonth: number;
  /** A table pruned by age (D30) keeps this size. */
  bytesAfterAYear: number;
}

/** How tables grow with this many events, with their indexes; the largest after a year first. Pure. */
export function estimateTables(rates: Rates, busyHours: number): TableEstimate[] {
  const seconds = busyHours * SECONDS_OF_AN_HOUR;
  const estimates = [...BYTES_PER_ROW].map(([table, bytesPerRow]): TableEstimate => {
    const daily = KINDS.map((kind) => ({
      rows: rates[kind] * seconds * (ROWS[kind].get(table) ?? 0),
      days: Math.min(DAYS_OF_A_YEAR, keptDays(table, kind)),
    }));
    const rowsPerDay = daily.reduce((sum, { rows }) => sum + rows, 0);
    const kept = daily.reduce((sum, { rows, days }) => sum + rows * days, 0);
    return {
      table,
      rowsPerDay,
      bytesPerMonth: rowsPerDay * DAYS_OF_A_MONTH * bytesPerRow,
      bytesAfterAYear: kept * bytesPerRow,
    };
  });
  return estimates
    .filter(({ rowsPerDay }) => rowsPerDay > 0)
    .toSorted((a, b) => b.bytesAfterAYear - a.bytesAfterAYear);
}
