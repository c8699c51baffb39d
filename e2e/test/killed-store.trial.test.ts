import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@hub/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const TRIAL = resolve(__dirname, '../../packages/store-kit/trial/main.mjs');

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

describe('a store made with the kit', () => {
  it('loses nothing and doubles nothing, killed on each line of its sender and between commit and send', async () => {
    const env = { ...process.env, DATABASE_URL: database.url };
    const trial = spawn(process.execPath, [TRIAL], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    trial.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    await new Promise((ended) => trial.once('exit', ended));
    expect(JSON.parse(output)).toMatchObject({ killed: 9, lost: 0, doubled: 0, invented: 0, refused: 0 });
    expect(trial.exitCode).toBe(0);
  }, 180_000);
});
