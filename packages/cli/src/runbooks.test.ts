import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { Command } from 'commander';
import { hubProgram } from './program';

const DOCS = join(__dirname, '..', '..', '..', 'docs');
const RUNBOOKS = join(DOCS, 'runbooks');
/** Those for the platform team. */
const OPERATORS = join(DOCS, 'operators', 'runbooks');
/** Their pages about backup, deployment and upgrade. */
const OPERATING = join(DOCS, 'operators');
const PREFIX = 'npm run hub -- ';
/** The same in a container. */
const CONTAINED = /^docker compose .* (?:run|exec) .*\bhub (?=[a-z])/;

describe('the runbooks', () => {
  it.each([RUNBOOKS, OPERATORS, OPERATING].flatMap(pagesOf))(
    '%s names existing commands, with arguments and options that they accept',
    async (file) => {
      const text = readFileSync(join(DOCS, file), 'utf8');
      for (const line of commandsOf(text))
        expect({ line, fault: await faultOf(line) }).toEqual({ line, fault: null });
    },
  );

  it('show how to inspect and to fix by command: none is written in another way', () => {
    const texts = readdirSync(RUNBOOKS).map((file) => readFileSync(join(RUNBOOKS, file), 'utf8'));
    expect(texts.flatMap(commandsOf).length).toBeGreaterThan(60);
    const blocks = texts.flatMap((text) =>
      [...text.matchAll(/^```console\n([^`]*)```$/gm)].map(([, block = '']) => block),
    );
    const others = blocks
      .flatMap((block) => block.trim().split('\n'))
      .filter((line) => !line.startsWith(PREFIX));
    expect(others).toEqual([]);
  });
});

describe('a command line is compared with the real command', () => {
  it.each([
    ['order mend <order>', /unknown command/],
    ['order reroute <reference> --really', /unknown option/],
    ['order close-line <order>', /missing required argument/],
    ['vat set <country> <rate>', /required option/],
    ['dead show <dead-letter> <other>', /too many arguments/],
  ])('%s is none', async (args, fault) => {
    expect(await faultOf(`${PREFIX}${args}`)).toMatch(fault);
  });
});

function pagesOf(folder: string): string[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.md'));
  return files.map((file) => relative(DOCS, join(folder, file)));
}

function commandsOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim().replace(CONTAINED, PREFIX))
    .filter((line) => line.startsWith(PREFIX));
}

/** The fault of a command line, as the command itself reports it; null: none. Nothing is carried out. */
async function faultOf(line: string): Promise<string | null> {
  const args = [...line.slice(PREFIX.length).matchAll(/"([^"]*)"|(\S+)/g)].map(
    ([, quoted, bare]) => quoted ?? bare ?? '',
  );
  const program = await hubProgram(args);
  const ran: string[] = [];
  replaceActions(program, (name) => ran.push(name));
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    return error instanceof Error ? error.message : 'failed';
  }
  return ran.length === 1 ? null : 'it does nothing';
}

function replaceActions(command: Command, ran: (name: string) => void): void {
  command.configureOutput({ writeErr: () => undefined, writeOut: () => undefined });
  for (const one of command.commands) replaceActions(one, ran);
  if (command.commands.length === 0) command.action(() => ran(command.name()));
}
