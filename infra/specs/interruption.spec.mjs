import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';

const ENTRY = `
  import { runEntry } from ${JSON.stringify(new URL('../run-entry.mjs', import.meta.url).href)};
  import { onSignal } from ${JSON.stringify(new URL('../interruption.mjs', import.meta.url).href)};
  await runEntry(() => new Promise((resolve) => {
    setTimeout(resolve, 20_000);
    onSignal((signal) => {
      console.log('received', signal);
      resolve();
    });
    const parent = process.ppid;
    console.log('ready', process.pid);
    setInterval(() => console.log(process.ppid === parent ? 'below' : 'alone'), 600);
  }));
`;

/** An entry as npm starts it: beneath a shell that waits for it. */
function startBeneathShell(env) {
  const shell = spawn('sh', ['-c', 'node --input-type=module -e "$ENTRY"; true'], {
    env: { PATH: process.env.PATH, ENTRY, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  shell.stdout.setEncoding('utf8').on('data', (text) => (said += text));
  const says = async (what) => {
    while (!what.test(said)) await once(shell.stdout, 'data');
    return what.exec(said);
  };
  return { shell, says };
}

test('a script of npm ends in order when npm is ended, which signals only the shell between them', async () => {
  const { shell, says } = startBeneathShell({ npm_lifecycle_event: 'start' });
  await says(/ready/);
  shell.kill('SIGTERM');
  await says(/received SIGTERM/);
});

test('one started by hand outlives its shell, and ends when it is signalled itself', async () => {
  const { shell, says } = startBeneathShell({});
  const [, pid] = await says(/ready (\d+)/);
  shell.kill('SIGTERM');
  await says(/alone\s+alone/);
  process.kill(Number(pid), 'SIGINT');
  await says(/received SIGINT/);
});
