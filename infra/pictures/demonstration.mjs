import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { onSignal } from '../interruption.mjs';
import { inProject, PROJECT_ROOT } from '../project.mjs';

const MAIN = inProject('packages', 'demo', 'dist', 'main.js');
const READY = 'Ctrl-C stops everything.';

/**
 * The demonstration of `npm start -- --trouble`, and what it prints of its desk.
 *
 * @typedef {{ desk: string, password: string }} Printed
 * @param {{ env: NodeJS.ProcessEnv, registerChild: (pid: number) => void }} run
 * @returns {Promise<Printed & { stop: () => Promise<void> }>}
 */
export async function startDemonstration({ env, registerChild }) {
  const child = spawn(process.execPath, [MAIN, '--trouble'], {
    cwd: PROJECT_ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  registerChild(child.pid);
  const ended = once(child, 'exit');
  const forget = onSignal((signal) => child.kill(signal));
  const stop = async () => {
    forget();
    child.kill('SIGINT');
    await ended;
  };
  let output = '';
  const ready = new Promise((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      output += chunk;
      if (output.includes(READY)) resolve(true);
    });
  });
  if (!(await Promise.race([ready, ended.then(() => false)])))
    throw new Error(`the demonstration ended before it was ready:\n${output}`);
  return { ...printedIn(output), stop };
}

/** @returns {Printed} */
function printedIn(output) {
  return {
    desk: /^\s*support\s+(\S+)/m.exec(output)[1],
    password: /sign in as lead\s+password (\S+)/.exec(output)[1],
  };
}
