import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

/** Runs a program of these tests, written in TypeScript, as a process of its own. */
export function startProgram(name: string, env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(
    process.execPath,
    ['--conditions=hub-source', '-r', join(__dirname, 'typescript-hook.js'), join(__dirname, name)],
    { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
}
