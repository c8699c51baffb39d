import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runHub, type ProgramResult } from './run-program';

const FOLDER = join(__dirname, '..', '..', '..', 'docs', 'runbooks');
const PREFIX = 'npm run hub -- ';

/** What stands in `<…>` of a runbook, by name. */
export type Filled = Readonly<Record<string, string>>;

/** The commands of a runbook under one of its headings, word for word. Throws where there are none. */
export function commandsOf(runbook: string, heading: string): string[] {
  const lines = readFileSync(join(FOLDER, `${runbook}.md`), 'utf8').split('\n');
  const at = lines.findIndex((line) => /^#+ /.test(line) && line.replace(/^#+ /, '') === heading);
  const rest = at < 0 ? [] : lines.slice(at + 1);
  const end = rest.findIndex((line) => /^#+ /.test(line));
  const found = rest.slice(0, end < 0 ? undefined : end).filter((line) => line.startsWith(PREFIX));
  if (found.length === 0) throw new Error(`${runbook}.md has no command under "${heading}"`);
  return found;
}

/** Runs a command line of a runbook as it is written. Throws where a placeholder is left. */
export function runLine(line: string, filled: Filled, env: NodeJS.ProcessEnv): Promise<ProgramResult> {
  const args = [...line.slice(PREFIX.length).matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare = '']) =>
    (quoted ?? bare).replace(/^<(.+)>$/, (_whole, name: string) => {
      const value = filled[name];
      if (value === undefined) throw new Error(`nothing stands for <${name}> in: ${line}`);
      return value;
    }),
  );
  return runHub(args, env);
}
