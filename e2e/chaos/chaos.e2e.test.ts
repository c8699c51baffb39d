import { join } from 'node:path';
import { repositoryRoot } from '@hub/testing';
import { describe, expect, it } from '@jest/globals';
import { runProgram } from '../test/support/run-program';

describe('npm run chaos, small', () => {
  it('loses nothing and does nothing twice, whatever fails meanwhile', async () => {
    const program = join(repositoryRoot(), 'e2e', 'dist', 'chaos', 'main.js');
    const { exitCode, stdout, stderr } = await runProgram(program, {
      args: ['--small', '--seed', '20261122'],
      env: process.env,
      withinMs: 480_000,
    });
    // What went wrong is told by the run itself.
    expect(`${stdout}${stderr}`).toContain('nothing lost, nothing twice');
    expect(exitCode).toBe(0);
  }, 500_000);
});
