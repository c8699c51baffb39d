import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An address of the proxy, and the copies behind it. */
export interface ProxiedAddress {
  name: string;
  port: number;
  copies: readonly number[];
}

/** haproxy before copies of a service, as an operator would set it up: it asks each second whether they are ready. */
export async function startProxy(addresses: readonly ProxiedAddress[]): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'hub-haproxy-'));
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, `${DEFAULTS}${addresses.map(sectionOf).join('')}`);
  const child = spawn('haproxy', ['-db', '-f', file], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` },
  });
  await once(child, 'spawn');
  const endWithUs = () => child.kill();
  process.once('exit', endWithUs);
  return async () => {
    process.off('exit', endWithUs);
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    }
    rmSync(folder, { recursive: true });
  };
}

const DEFAULTS = `
defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout check 3s
  option httpchk GET /health/ready
  option forwardfor
  default-server check inter 1s fall 2 rise 1
`;

function sectionOf({ name, port, copies }: ProxiedAddress): string {
  const servers = copies.map((copy, index) => `  server ${name}${index} 127.0.0.1:${copy}\n`).join('');
  return `\nlisten ${name}\n  bind 127.0.0.1:${port}\n${servers}`;
}
