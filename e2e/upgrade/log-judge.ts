import type { ServiceName } from '@hub/cli';

/** A statement that the schema, or the rights, of the other release do not allow, by SQLSTATE or in the server's words. */
const OF_ANOTHER_RELEASE = /\b(42703|42P01|42501|42883|23502|42804)\b|does not exist|permission denied/;
const SHOWN = 400;

/** Reads what services log, for what one release cannot do with the other's data or schema. */
export class LogJudge {
  private readonly found = new Map<string, { count: number; first: string }>();

  take(service: ServiceName, line: string): void {
    if (!/"level":"(warn|error)"/.test(line) || !OF_ANOTHER_RELEASE.test(line)) return;
    const said = `${service}: ${/"message":"([^"]*)"/.exec(line)?.[1] ?? 'a line'}`;
    const { count, first } = this.found.get(said) ?? { count: 0, first: line.slice(0, SHOWN) };
    this.found.set(said, { count: count + 1, first });
  }

  faults(): string[] {
    return [...this.found].map(([said, { count, first }]) => `${count} x ${said}, first ${first}`);
  }
}
