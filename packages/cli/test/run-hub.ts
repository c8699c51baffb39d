import { jest } from '@jest/globals';
import { Command } from 'commander';

export interface HubRun {
  out: string;
  notes: string;
  exitCode: number;
}

/**
 * Runs a hub command within this process, bypassing the desk: its effect there is the same (tokens.db.test.ts of the
 * desk).
 * @returns what it printed and its exit code
 */
export async function runHub(
  add: readonly ((program: Command) => void)[],
  words: readonly string[],
): Promise<HubRun> {
  process.exitCode = undefined;
  process.env['HUB_LOCAL'] ??= 'true';
  const texts = { out: '', notes: '' };
  const capture = (into: 'out' | 'notes') => (text: string | Uint8Array) => {
    texts[into] += String(text);
    return true;
  };
  jest.spyOn(process.stdout, 'write').mockImplementation(capture('out'));
  jest.spyOn(process.stderr, 'write').mockImplementation(capture('notes'));
  const program = new Command('hub').exitOverride();
  for (const addTo of add) addTo(program);
  try {
    await program.parseAsync(words, { from: 'user' });
  } finally {
    jest.restoreAllMocks();
  }
  return { ...texts, exitCode: exitCode() };
}

/** Read again: a command may have set it. */
const exitCode = (): number => Number(process.exitCode ?? 0);
