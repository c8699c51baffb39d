import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { addAlertsCommand } from '../src/commands/alerts';
import { addDeadCommand } from '../src/commands/dead';
import { addShopCommand } from '../src/commands/shop';
import { runHub } from './run-hub';

const given = { ...process.env };
const Asked = z.object({ input: z.unknown(), dry_run: z.boolean(), as: z.string().optional() });

/** A desk with scripted answers that keeps its requests. */
let desk: Server;
let answer: { status: number; body: object };
/** Overrides the answer. @returns false: the scripted one */
let instead: ((path: string, response: ServerResponse) => boolean) | undefined;
const asked: { path: string; token: string; body: z.output<typeof Asked> }[] = [];
let folder: string;
let file: string;

beforeAll(async () => {
  desk = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      const body = Asked.parse(JSON.parse(text));
      asked.push({ path: request.url ?? '', token: request.headers.authorization ?? '', body });
      if (instead?.(request.url ?? '', response)) return;
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer.body));
    });
  });
  await new Promise<void>((resolve) => desk.listen(0, '127.0.0.1', resolve));
  folder = mkdtempSync(join(tmpdir(), 'hub-'));
  file = join(folder, 'token.json');
});
afterAll(async () => {
  process.env = { ...given };
  process.exitCode = undefined;
  rmSync(folder, { recursive: true });
  await new Promise((resolve) => desk.close(resolve));
});
beforeEach(() => {
  asked.length = 0;
  instead = undefined;
  answer = { status: 200, body: { result: [] } };
  process.env = { ...given, HUB_LOCAL: 'false', HUB_TOKEN_FILE: file };
  writeFileSync(file, JSON.stringify({ desk: addressOf(desk), token: 'hubdesk_t' }), { mode: 0o600 });
  chmodSync(file, 0o600);
});

function addressOf(server: Server): string {
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
}

const hub = (...words: string[]) => runHub([addAlertsCommand, addDeadCommand, addShopCommand], words);
const refusal = (status: number, lines: string[]) => ({ status, body: { error: { code: 'x', lines } } });

describe('the hub command at the desk', () => {
  it('sends the token of its file to the address in the file', async () => {
    expect(JSON.parse((await hub('shop', 'list', '--json')).out)).toEqual([]);
    expect(asked).toEqual([
      { path: '/api/v1/commands/shop.list', token: 'Bearer hubdesk_t', body: { input: {}, dry_run: false } },
    ]);
  });

  it('prefers HUB_TOKEN and --desk to the file, and sends the claimed name and that it is a dry run', async () => {
    Object.assign(process.env, { HUB_TOKEN: 'hubdesk_e', HUB_TOKEN_FILE: join(folder, 'none') });
    answer.body = { result: { done: ['a'], refused: [], still_at_risk: [] } };
    const { out } = await hub('alerts', 'take', 'a', '--desk', addressOf(desk), '--as', 'ada', '--dry-run');
    expect(out).toBe('tried, without effect: 1 taken\n');
    expect(asked).toMatchObject([{ token: 'Bearer hubdesk_e', body: { dry_run: true, as: 'ada' } }]);
  });

  it('prints the desk’s message; wrong use is exit 2', async () => {
    answer = refusal(409, ['not resumed: calls to this store are not suspended']);
    await expect(hub('shop', 'resume', 'nordic')).rejects.toMatchObject({
      lines: ['not resumed: calls to this store are not suspended'],
      exitCode: 1,
    });
    answer = refusal(400, ['limit: at most 10000']);
    await expect(hub('shop', 'list')).rejects.toMatchObject({ exitCode: 2 });
    answer = refusal(401, ['The token is missing']);
    await expect(hub('shop', 'list')).rejects.toThrow(`does not take the token of ${file}`);
  });

  it('has no dry run for viewing personal data: it would not be recorded', async () => {
    const reveal = hub('dead', 'show', 'a', '--reveal', '--dry-run');
    await expect(reveal).rejects.toMatchObject({ code: 'commander.unknownOption' });
    expect(asked).toEqual([]);
  });

  it('a desk that is down is exit 4, and --local is named', async () => {
    const gone = createServer();
    await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve));
    const address = addressOf(gone);
    await new Promise((resolve) => gone.close(resolve));
    process.env['HUB_TOKEN'] = 'hubdesk_e';
    await expect(hub('shop', 'list', '--desk', address)).rejects.toMatchObject({
      lines: [expect.stringContaining('cannot be reached'), expect.stringContaining('--local')],
      exitCode: 4,
    });
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ['breaks off', (response) => response.write('{"result"', () => response.destroy())],
    ['is not of a desk', (response) => void response.end('<html>')],
    ['never came to the proxy', (response) => void response.writeHead(502).end('<html>')],
    ['came too late for the proxy', (response) => void response.writeHead(504).end()],
  ])('an answer that %s is lost: exit 4, with the advice to check the result', async (_how, end) => {
    instead = (_path, response) => {
      end(response);
      return true;
    };
    await expect(hub('shop', 'resume', 'nordic')).rejects.toMatchObject({
      lines: [expect.stringMatching('was lost: look what became of it before doing it again')],
      exitCode: 4,
    });
  });

  it('follows no redirection, and prints the answer', async () => {
    instead = (_path, response) => {
      response.writeHead(302, { location: `${addressOf(desk)}/elsewhere` }).end();
      return true;
    };
    await expect(hub('shop', 'list')).rejects.toMatchObject({
      lines: [expect.stringContaining('answered 302: is the desk there?')],
      exitCode: 1,
    });
    expect(asked).toHaveLength(1);
  });

  it('does nothing with more than one without confirmation, and sends the desk nothing', async () => {
    const { notes } = await hub('alerts', 'resolve', 'a', 'b');
    expect(notes).toContain('nothing was changed; add --yes to do it');
    expect((await hub('dead', 'replay', 'a', 'b')).notes).toContain('add --yes to do it');
    expect(asked).toEqual([]);
    answer.body = { result: { done: ['a', 'b'], refused: [], still_at_risk: [] } };
    expect((await hub('alerts', 'resolve', 'a', 'b', '--yes')).out).toBe('2 resolved\n');
  });
});

describe('an interrupt of a bulk run', () => {
  const RUN = '5f0b0c3e-7b1c-4d50-9d46-3c3f7c6f0a11';
  const results: Record<string, object> = {
    'dead.choose': { set: RUN, count: 2 },
    'dead.start': { run: RUN, left: 2, still_at_risk: [] },
    'dead.run': { run: RUN, state: 'running', size: 2, decided: 0, done: 0, refused: [] },
  };
  const replay = () => hub('dead', 'replay', '--all', '--yes');
  const changes = () => asked.filter(({ path }) => path.endsWith('dead.change-run'));

  /** Ctrl-C while the run is first looked at. */
  function answering(toPause: (response: ServerResponse) => void): void {
    let isInterrupted = false;
    instead = (path, response) => {
      const name = path.replace('/api/v1/commands/', '');
      if (name === 'dead.change-run') toPause(response);
      else response.end(JSON.stringify({ result: pausedOr(name) }));
      if (name === 'dead.run' && !isInterrupted) isInterrupted = process.emit('SIGINT');
      return true;
    };
  }
  const pausedOr = (name: string) =>
    name === 'dead.run' && changes().length > 0 ? { ...results[name], state: 'paused' } : results[name];

  it('pauses it, once, and says how to continue', async () => {
    answering((response) => void response.end(JSON.stringify({ result: { changed: true } })));
    const { notes, exitCode } = await replay();
    expect(changes()).toMatchObject([{ body: { input: { run: RUN, change: 'pause' } } }]);
    expect(notes).toContain(`paused at 0 of 2: hub dead runs resume ${RUN}`);
    expect(exitCode).toBe(1);
  });

  it('that the desk does not accept says that the run may continue, and how to pause it', async () => {
    answering((response) => void response.writeHead(502).end());
    await expect(replay()).rejects.toMatchObject({
      lines: [expect.stringContaining('was lost'), expect.stringContaining(`hub dead runs pause ${RUN}`)],
      exitCode: 4,
    });
  });
});

describe('the token of the hub command', () => {
  it('is not read from a file that others can read, and the fix is named', async () => {
    chmodSync(file, 0o644);
    await expect(hub('shop', 'list')).rejects.toThrow(`(mode 644): chmod 600 ${file}`);
    expect(asked).toEqual([]);
  });

  it('leaves this machine only over https', async () => {
    await expect(hub('shop', 'list', '--desk', 'http://desk.example')).rejects.toThrow('https:// alone');
    await expect(hub('shop', 'list', '--desk', 'desk')).rejects.toThrow('https:// or http:// URL');
  });

  it('that is missing is reported with the ways to get one', async () => {
    process.env['HUB_TOKEN_FILE'] = join(folder, 'none');
    await expect(hub('shop', 'list')).rejects.toThrow(/no token for the desk[^]*hub up[^]*--local/);
  });
});
