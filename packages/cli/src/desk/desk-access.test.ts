import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deskAccess, deskHere } from './desk-access';

let folder: string;
let file: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hub-'));
  file = join(folder, 'token.json');
  writeFileSync(file, JSON.stringify({ desk: 'http://127.0.0.1:8090', token: 'hubdesk_t' }), { mode: 0o600 });
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the address of the desk of this machine', () => {
  it.each([
    [{ SUPPORT_PORT: 8090 }, 'http://127.0.0.1:8090'],
    [{ SUPPORT_PORT: 8090, SUPPORT_URL: 'https://desk.example' }, 'https://desk.example'],
    // By http a token never leaves this machine.
    [{ SUPPORT_PORT: 8090, SUPPORT_URL: 'http://desk.example' }, 'http://127.0.0.1:8090'],
  ])('%j: %s', (config, expected) => {
    expect(deskHere(config)).toBe(expected);
  });
});

describe('the token of a file', () => {
  const urlFor = (given: string | undefined, env: Record<string, string> = {}) =>
    deskAccess({ HUB_TOKEN_FILE: file, ...env }, given).url.origin;

  it.each(['https://desk.example', 'http://127.0.0.1:8091', 'https://127.0.0.1:8090'])(
    'goes to the desk that the file names, and not to %s',
    (other) => {
      expect(() => urlFor(other)).toThrow(/is for the desk at http:..127.0.0.1:8090[^]*HUB_TOKEN/);
      expect(() => urlFor(undefined, { HUB_DESK_URL: other })).toThrow('goes to no other');
    },
  );

  it('goes to the same desk under another name of this machine; another token goes to any desk', () => {
    expect(urlFor('http://localhost:8090')).toBe('http://localhost:8090');
    const other = 'https://desk.example';
    expect(urlFor(other, { HUB_TOKEN: 'hubdesk_o' })).toBe(other);
    writeFileSync(join(folder, 'alone'), 'hubdesk_a', { mode: 0o600 });
    expect(urlFor(other, { HUB_TOKEN_FILE: join(folder, 'alone') })).toBe(other);
  });

  it('goes to no address that contains a password', () => {
    expect(() => urlFor('https://ada:hunter2@desk.example')).toThrow('holds no user or password');
  });
});
