import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { freePort } from '@hub/cli';
import { alertmanagerConfig, Pace, prometheusConfig, ruleGroups, RUNBOOKS } from '@hub/observability';
import { eventually } from '@hub/testing';
import { stringify } from 'yaml';
import { z } from 'zod';

/** An hour of the rules is a minute here. */
export const PACE = new Pace(1 / 60);

const Alerts = z.object({
  data: z.object({
    alerts: z.array(z.object({ state: z.string(), labels: z.object({ alertname: z.string() }) })),
  }),
});
const Notification = z.object({
  alerts: z.array(z.object({ status: z.string(), labels: z.object({ alertname: z.string() }) })),
});

/** What reached a person. */
export interface Heard {
  receiver: string;
  alert: string;
  isResolved: boolean;
  at: number;
}

/** A Prometheus and an Alertmanager without history, and the receivers that they notify. */
export interface Monitoring {
  /** Host and port of each. */
  prometheus: string;
  alertmanager: string;
  heard: readonly Heard[];
  /** Names of the alerts that fire now. */
  firing(): Promise<ReadonlySet<string>>;
  /** Prometheus alone ends, as on a machine that is gone. */
  losePrometheus(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts both with the rules and routes of the repository, their times shortened.
 *
 * @param copiesOf the health ports of a service's copies
 */
export async function startMonitoring(
  copiesOf: (service: string) => number[],
  pace = PACE,
): Promise<Monitoring> {
  const folder = mkdtempSync(join(tmpdir(), 'hub-monitoring-'));
  const heard: Heard[] = [];
  const people = await listen(heard);
  const [prometheusPort, alertmanagerPort] = [await freePort(), await freePort()];
  const write = (name: string, content: object): string => {
    writeFileSync(join(folder, name), stringify(content, { aliasDuplicateObjects: false }));
    return join(folder, name);
  };
  write('rules.yml', ruleGroups({ pace, runbooks: RUNBOOKS }));
  const places = {
    alertmanager: `127.0.0.1:${alertmanagerPort}`,
    copiesOf: (service: string) => ({
      static_configs: [{ targets: copiesOf(service).map((port) => `127.0.0.1:${port}`) }],
    }),
  };
  const config = prometheusConfig(pace, places);
  // Asked four times a second, a process that is busy for a moment would be taken for one that is down.
  const global = { ...config.global, scrape_interval: '1s' };
  const prometheusFile = write('prometheus.yml', { ...config, global });
  const addressOf = (receiver: string) => `http://127.0.0.1:${people.port}/${receiver}`;
  const alertmanagerFile = write('alertmanager.yml', alertmanagerConfig({ pace, addressOf }));
  const alertmanager = run('prometheus-alertmanager', [
    `--config.file=${alertmanagerFile}`,
    `--storage.path=${join(folder, 'alertmanager')}`,
    `--web.listen-address=127.0.0.1:${alertmanagerPort}`,
    '--cluster.listen-address=',
    '--log.level=error',
  ]);
  const prometheus = run('prometheus', [
    `--config.file=${prometheusFile}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=127.0.0.1:${prometheusPort}`,
    '--rules.alert.resend-delay=1s',
    '--log.level=error',
  ]);
  const url = `http://127.0.0.1:${prometheusPort}`;
  const close = async (): Promise<void> => {
    await Promise.all([end(prometheus), end(alertmanager)]);
    people.close();
    rmSync(folder, { recursive: true });
  };
  try {
    await untilReady(url);
    await untilReady(`http://127.0.0.1:${alertmanagerPort}`);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    prometheus: `127.0.0.1:${prometheusPort}`,
    alertmanager: `127.0.0.1:${alertmanagerPort}`,
    heard,
    firing: () => firing(url),
    losePrometheus: () => end(prometheus),
    close,
  };
}

async function firing(url: string): Promise<ReadonlySet<string>> {
  const { data } = Alerts.parse(await (await fetch(`${url}/api/v1/alerts`)).json());
  return new Set(data.alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname));
}

/** The receivers' webhook. */
async function listen(heard: Heard[]): Promise<{ port: number; close: () => void }> {
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const receiver = request.url?.slice(1) ?? '';
      for (const { status, labels } of Notification.parse(JSON.parse(body)).alerts)
        heard.push({
          receiver,
          alert: labels.alertname,
          isResolved: status === 'resolved',
          at: performance.now(),
        });
      response.end();
    });
  });
  const port = await freePort();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function run(program: string, args: readonly string[]): ChildProcess {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const endWithUs = () => child.kill('SIGKILL');
  process.once('exit', endWithUs);
  child.once('exit', () => process.off('exit', endWithUs));
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

async function untilReady(url: string): Promise<void> {
  const ask = async (): Promise<void> => {
    const { status } = await fetch(`${url}/-/ready`);
    if (status !== 200) throw new Error(`${url} answers ${status}`);
  };
  await eventually(ask, { timeoutMs: 60_000, everyMs: 100 });
}
