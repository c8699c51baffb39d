import { CsvError, parse } from 'csv-parse/sync';
import { z } from 'zod';
import type { Fault } from '../engine/action';
import type { ChosenLink } from './decide-pairs';
import { DECISION_COLUMN, PROPOSAL_COLUMN } from './link-file';
import type { LinkDecision } from './next-link-state';

/** A decision, with its line. */
export interface LinkOfLine extends ChosenLink {
  line: number;
}

/** The maximum of characters in a file, and of decisions. */
export const LARGEST_LINK_FILE = 1_000_000;
export const MOST_LINKS_IN_FILE = 1_000;

const Records = z.array(z.object({ info: z.object({ lines: z.int() }), record: z.array(z.string()) }));
const Id = z.uuid();

/**
 * The decisions in an edited file; lines without one are skipped. Every fault is found at once.
 * @param allowed decisions that may be in it
 */
export function readLinkFile(
  text: string,
  allowed: readonly LinkDecision[],
): { chosen: LinkOfLine[]; faults: Fault[] } {
  const nothing = (line: number, message: string) => ({
    chosen: [],
    faults: [{ line, field: '', message }],
  });
  if (text.length > LARGEST_LINK_FILE)
    return nothing(
      1,
      `A file has at most ${LARGEST_LINK_FILE} characters: leave out lines without a decision.`,
    );
  try {
    return readRecords(recordsOf(text), allowed);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line: unknown = error['lines'];
    return nothing(
      typeof line === 'number' ? line : 1,
      'This is no CSV: a quotation mark is in the wrong place.',
    );
  }
}

interface Line {
  line: number;
  values: readonly string[];
}

/** Delimited as the first line is: by comma, or as spreadsheets of some countries do. */
function recordsOf(text: string): Line[] {
  const [first = ''] = text.split('\n', 1);
  const delimiter = [',', ';', '\t'].find((one) => first.includes(one)) ?? ',';
  const options = { bom: true, delimiter, info: true, relax_column_count: true, trim: true };
  const records = Records.parse(parse(text, options));
  // A record ends on its line; it begins after the one before.
  return records.map(({ record }, index) => ({
    line: (records[index - 1]?.info.lines ?? 0) + 1,
    values: record,
  }));
}

function readRecords([names, ...lines]: readonly Line[], allowed: readonly LinkDecision[]) {
  const header = names?.values ?? [];
  const faults: Fault[] = [PROPOSAL_COLUMN, DECISION_COLUMN].flatMap((column) => {
    const times = header.filter((name) => name === column).length;
    if (times === 1) return [];
    const message = times === 0 ? 'The file has no column of this name.' : 'Two columns have this name.';
    return [{ line: 1, field: column, message }];
  });
  const chosen: LinkOfLine[] = [];
  if (faults.length > 0) return { chosen, faults };
  const seen = new Map<string, number>();
  for (const { line, values } of lines) {
    const valueOf = (column: string) => values[header.indexOf(column)] ?? '';
    const said = valueOf(DECISION_COLUMN).toLowerCase();
    if (said === '') continue;
    const id = Id.safeParse(valueOf(PROPOSAL_COLUMN).toLowerCase()).data;
    const decision = allowed.find((one) => one === said);
    const fault = (field: string, message: string) => faults.push({ line, field, message });
    if (values.length !== header.length)
      fault('', `It has ${values.length} columns, the first line ${header.length}.`);
    if (id === undefined) fault(PROPOSAL_COLUMN, 'This is no id of a proposal.');
    if (decision === undefined) fault(DECISION_COLUMN, `One of ${allowed.join(', ')}, or nothing.`);
    const before = id === undefined ? undefined : seen.get(id);
    if (before !== undefined) fault(PROPOSAL_COLUMN, `Line ${before} decides on this proposal already.`);
    if (id === undefined) continue;
    seen.set(id, before ?? line);
    if (decision !== undefined && before === undefined) chosen.push({ id, decision, line });
  }
  if (chosen.length > MOST_LINKS_IN_FILE)
    faults.push({
      line: 1,
      field: DECISION_COLUMN,
      message: `A file has at most ${MOST_LINKS_IN_FILE} decisions: split it.`,
    });
  return { chosen, faults };
}
