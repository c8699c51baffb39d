import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '@hub/testing';
import type { ProgramResult } from './run-program';

const FOLDER = join(repositoryRoot(), 'docs', 'operators', 'runbooks');
/** Queries are held against the metrics elsewhere (names.test.ts of the alerts). */
const QUERY = 'promql';
const BLOCK = /^ *```(\w*)\n([^]*?)\n *```$/gm;
const INLINE = /`((?:psql|rabbitmqctl|rabbitmq-diagnostics|curl|kubectl|docker|npm run hub|hub) [^`]+)`/g;

/** Every command line of the platform team's runbooks, with the pages that have it. */
export function platformCommands(): Map<string, string[]> {
  const pagesOf = new Map<string, string[]>();
  for (const page of readdirSync(FOLDER).toSorted())
    for (const line of commandLines(readFileSync(join(FOLDER, page), 'utf8')))
      pagesOf.set(line, [...(pagesOf.get(line) ?? []), page]);
  return pagesOf;
}

/** The lines of all blocks that are no query, and what stands in backticks and begins with a program. */
export function commandLines(markdown: string): string[] {
  const blocks = [...markdown.matchAll(BLOCK)].flatMap(([, language, text = '']) =>
    language === QUERY ? [] : text.split('\n').map((line) => line.trim()),
  );
  const inline = [...markdown.replaceAll(BLOCK, '').matchAll(INLINE)].map(([, line = '']) => line);
  return [...new Set([...blocks, ...inline])].filter((line) => line !== '' && !line.startsWith('#'));
}

/** Runs a line in a shell, with what stands for its placeholders. Throws where one is left. */
export function runInShell(line: string, filled: Readonly<Record<string, string>>): Promise<ProgramResult> {
  const command = line.replace(/<([\w-]+)>/g, (_whole, name: string) => {
    const value = filled[name];
    if (value === undefined) throw new Error(`nothing stands for <${name}> in: ${line}`);
    return value;
  });
  return new Promise((resolve) => {
    const child = execFile('sh', ['-c', command], { timeout: 30_000 }, (_error, stdout, stderr) =>
      resolve({ exitCode: child.exitCode, stdout, stderr }),
    );
  });
}
