import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

/** Runs a TypeScript program of these tests as a separate process. */
export function startProgram(name: string, env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(
    process.execPath,
    ['--conditions=hub-source', '-r', join(__dirname, 'typescript-hook.js'), join(__dirname, name)],
    { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
}
