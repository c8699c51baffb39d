import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { DESK_COMMANDS } from '@hub/desk/commands';
import { fingerprintOf } from '@hub/desk/golive/certificate';
import type { Command } from 'commander';
import { z } from 'zod';
import { anything } from './anything';
import { ACTION_OPTIONS } from '../src/desk/action-options';
import { hubProgram } from '../src/program';
import { callsOf, folder, IDLE, isOfDesk, leaves, publicKey, writeFiles } from './calls-of-hub';
import { runHub } from './run-hub';

/** Commands that stay on the machine, and what they need there that the desk does not have. */
const STAYS: Readonly<Record<string, string>> = {
  up: 'runs the services',
  'shop apply': 'secrets of this shell',
  'shop remove': 'the other end of shop apply',
  'shop check': "the shop's credentials",
  'event example': 'answers without a desk',
  'event send': "the shop's secret",
  'event sign': 'secrets of this shell',
  'desk hash-password': 'a password',
  'door link': 'the mail server and the door of this shell',
  'keys status': 'the keys of this shell',
  'keys rotate': 'the keys of this shell',
  'restore reconcile': 'no service runs',
  'restore list': 'no service runs',
  'restore status': 'no service runs',
  'restore close': 'no service runs',
  'vat set': 'sets the installation up',
  'vat import': 'sets the installation up',
  rehearse: "the shop's credentials, and people at this terminal",
  'golive environment': 'no service runs',
  'broker plan': 'BROKER_ADMIN_URL',
  'broker apply': 'BROKER_ADMIN_URL',
  'database status': 'the desk may be what the database keeps waiting',
  sign: 'secrets of this shell',
  'adapter create': 'writes files',
  completion: 'is of this shell',
  'completion words': 'is of this shell',
};

const given = { ...process.env };
const sent: unknown[] = [];

beforeAll(writeFiles);
beforeEach(() => {
  process.env = { ...given, HUB_LOCAL: 'false', HUB_TOKEN: 'hubdesk_t', DATABASE_URL: 'none' };
});
afterEach(() => {
  process.env = { ...given };
  process.exitCode = undefined;
});
afterAll(() => folder.remove());

const Asked = z.object({ input: z.unknown(), dry_run: z.boolean(), as: z.string().optional() });
const kinds: Readonly<Record<string, { kind: string }>> = DESK_COMMANDS;

/** Answers of which a command reads more than their form. */
const ANSWERS: Readonly<Record<string, unknown>> = {
  'alerts.act': { done: ['a'], refused: [], still_at_risk: [] },
  'catalogue.run': { state: 'accepted', stalled_since: null },
  'dead.act': { done: ['a'], refused: [], still_at_risk: [] },
  'dead.change-run': { changed: true },
  'dead.choose': { set: 'set', count: 2 },
  'dead.start': { run: 'run', left: 0, still_at_risk: [] },
  'dead.run': { run: 'run', state: 'finished', decided: 2, done: 2, refused: [] },
  'events.list': [{ key: 'a', received_at: '2026-11-02T00:00:00Z', event: 'x', status: 200, bytes: null }],
  'golive.certificate': { certificate: 'certificate' },
  'golive.issuers': { issuers: [fingerprintOf(publicKey)] },
  'link.export': { pairs: 2, csv: 'csv' },
  settlement: { shop: 'nordic', lines: [], returns: [], totals: [], net: [], next: null },
};

/** A desk that has an answer to everything; a dry run counts only if something would be done, a name if it is recorded. */
const desk: typeof fetch = async (address, init) => {
  const request = new Request(address, init);
  const url = new URL(request.url);
  const name = url.pathname.replace('/api/v1/commands/', '');
  const { input, dry_run, as } = Asked.parse(await request.json());
  const kind = kinds[name]?.kind;
  sent.push({
    desk: url.host,
    name,
    input,
    ...(kind === 'act' && { dry_run }),
    ...(kind !== 'look' && { as }),
  });
  if (name === 'events.list') setImmediate(() => process.emit('SIGINT'));
  const response = new Response(null, { status: 200 });
  return Object.assign(response, { json: async () => ({ result: ANSWERS[name] ?? anything() }) });
};

/** All that a command does: what it sends, prints and writes, and how it ends. */
async function effectOf(add: (program: Command) => void, words: readonly string[]): Promise<string> {
  sent.length = 0;
  const fetching = jest.spyOn(globalThis, 'fetch').mockImplementation(desk);
  const written = folder.file('written');
  writeFileSync(written, 'nothing');
  const end = await runHub([add], words).catch((error: unknown) => String(error));
  fetching.mockRestore();
  return JSON.stringify([sent, end, readFileSync(written, 'utf8')]);
}

/** The code of a command, without its definitions of options. */
function sourceOf(subject: string): string {
  const src = join(__dirname, '../src');
  const below = join(src, { up: 'services', sign: 'event' }[subject] ?? subject);
  const files = existsSync(below) ? readdirSync(below).map((name) => join(below, name)) : [];
  return [join(src, 'commands', `${subject}.ts`), ...files]
    .map((file) => readFileSync(file, 'utf8').replace(/'--[^']*'/g, ''))
    .join('\n');
}

describe('a command of hub', () => {
  it('goes to the desk, unless it needs what only this machine has', async () => {
    const local = (await leaves()).filter((leaf) => !isOfDesk(leaf)).map(({ name }) => name);
    expect(local.toSorted()).toEqual(Object.keys(STAYS).toSorted());
  });

  it('is there for each action that sends what it is given', async () => {
    const names = (await leaves()).map(({ name }) => name.replace(' ', '.'));
    expect(names).toEqual(expect.arrayContaining(ACTION_OPTIONS.map(({ command }) => command)));
  });

  it('refuses or heeds each of its options: none is accepted without effect', async () => {
    const idle: string[] = [];
    for (const leaf of (await leaves()).filter(isOfDesk))
      for (const { without, option } of callsOf(leaf)) {
        const call = [...without, ...option];
        if ((await effectOf(leaf.add, call)) === (await effectOf(leaf.add, without)))
          idle.push(call.join(' '));
      }
    expect(idle).toEqual(IDLE);
  }, 60_000);

  it.each([
    ['--desk', ['dead', 'runs', '--desk', 'https://desk.test', 'pause', '7']],
    ['--local', ['golive', '--local', 'key']],
  ])('refuses %s before the subcommand that takes it: it would have no effect', async (flag, words) => {
    const program = await hubProgram(words, { silent: true });
    await expect(program.parseAsync(words, { from: 'user' })).rejects.toThrow(`${flag}: goes after`);
  });

  it('that stays on the machine reads each of its options', async () => {
    const unread = (await leaves())
      .filter((leaf) => !isOfDesk(leaf))
      .flatMap(({ name, command }) => {
        const source = sourceOf(name.split(' ')[0] ?? '');
        const names = command.options.map((option) => option.attributeName());
        return names
          .filter((one) => !new RegExp(`\\b${one}\\b`).test(source))
          .map((one) => `${name}: ${one}`);
      });
    expect(unread).toEqual([]);
  });
});
