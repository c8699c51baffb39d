import { EventEmitter } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { endWithReader, note, noteJson, print, printFile, printJson, printTable } from './output';

const written = { out: '', notes: '' };
const terminal = { isTTY: process.stdout.isTTY, columns: process.stdout.columns };
beforeEach(() => {
  Object.assign(written, { out: '', notes: '' });
  jest.spyOn(process.stdout, 'write').mockImplementation((text) => (written.out += String(text)) !== '');
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => (written.notes += String(text)) !== '');
});
afterEach(() => {
  jest.restoreAllMocks();
  Object.assign(process.stdout, terminal);
});

/** Clears a line, names the window, forges a line of output, turns what follows around. */
const HOSTILE = '77\u001b[2K\u001b]0;owned\u0007\nforged\r\u009b1A\u202eabc\u2028\u007f';
const SHOWN = '77\\x1b[2K\\x1b]0;owned\\x07\\x0aforged\\x0d\\x9b1A\\u202eabc\\u2028\\x7f';

describe('D7: a text of a store does not drive the terminal', () => {
  it('nor forges a line, on stdout and on stderr', () => {
    print(HOSTILE);
    note(`no such order: ${HOSTILE}`);
    expect(written).toEqual({ out: `${SHOWN}\n`, notes: `no such order: ${SHOWN}\n` });
  });

  it('nor within a table, whose columns stay as wide as what is shown', () => {
    Object.assign(process.stdout, { isTTY: false });
    printTable(['order', 'state'], [[HOSTILE, 'placed']]);
    expect(written.out).toBe(`${'ORDER'.padEnd(SHOWN.length)}  STATE\n${SHOWN}  placed\n`);
  });

  it('nor within a table at a terminal, which has colours of its own', () => {
    Object.assign(process.stdout, { isTTY: true, columns: 200 });
    printTable(['order', 'state'], [[HOSTILE, 'placed']]);
    expect(written.out).toContain(SHOWN);
    const [before = '', ...sequences] = written.out.split('\u001b');
    expect(sequences.filter((text) => !/^\[\d+m/.test(text))).toEqual([]);
    expect([before, ...sequences].join('')).toMatch(/^[\P{Cc}\n]*$/u);
  });

  it('while umlauts, joined emojis and letters written from right to left stay as they are', () => {
    const name = 'Fjällräven 👩‍🚒 שלום';
    print(name);
    expect(written.out).toBe(`${name}\n`);
  });

  it('JSON keeps its values', () => {
    printJson({ id: HOSTILE });
    noteJson({ id: HOSTILE });
    expect([written.out, written.notes].map((text): unknown => JSON.parse(text))).toEqual([
      { id: HOSTILE },
      { id: HOSTILE },
    ]);
  });

  it('a file keeps its bytes, unless it goes to a terminal', () => {
    const file = `id,name\r\n${HOSTILE},x\r\n`;
    Object.assign(process.stdout, { isTTY: false });
    printFile(file);
    expect(written.out).toBe(file);
    Object.assign(process.stdout, { isTTY: true });
    printFile(file);
    expect(written.out.slice(file.length)).toBe(`id,name\n${SHOWN.replace('\\x0a', '\n')},x\n`);
  });

  it('nothing else of the hub command writes to the terminal', () => {
    const sources = readdirSync(__dirname, { recursive: true, encoding: 'utf8' });
    const writers = sources.filter(
      (file) =>
        /(?<!\.test)\.ts$/.test(file) &&
        /std(out|err)\.write|console\./.test(readFileSync(join(__dirname, file), 'utf8')),
    );
    expect(writers).toEqual(['output.ts']);
  });
});

describe('a pipe that is closed early', () => {
  it('ends a command silently: no crash and no stack', () => {
    const [stream, ended] = [new EventEmitter(), { times: 0 }];
    endWithReader(stream, () => (ended.times += 1));
    stream.emit('error', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
    expect(ended.times).toBe(1);
  });

  it('hides no other failure', () => {
    const stream = new EventEmitter();
    endWithReader(stream, () => undefined);
    const broken = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    expect(() => stream.emit('error', broken)).toThrow('no space left');
  });
});
