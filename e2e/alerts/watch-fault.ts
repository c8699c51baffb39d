import { setTimeout as wait } from 'node:timers/promises';
import { ALERTS, WATCHDOG } from '@hub/observability';
import { type Fault, PROMISES } from './fault';
import { type Heard, type Monitoring, PACE, startMonitoring } from './monitoring';
import type { WatchedHub } from './watched-hub';

const LOOK_EVERY_MS = 250;
/** How long nothing may fire before a fault is injected. */
const QUIET_MS = 4_000;
const QUIET_WITHIN_MS = 45_000;
const TURNS = 4;
/** The slowest figure is brought up to date once a minute. */
const WITHIN_MS = 180_000;

/** What came of a fault; `faults` is empty where all of it is as it must be. */
export interface Watched {
  /** Seconds from the fault to each alert that fired. */
  fired: ReadonlyMap<string, number>;
  faults: string[];
}

/** Injects a fault, waits until every alert that it must raise has fired and been received, repairs it, and waits until all are resolved. */
export async function watchFault(hub: WatchedHub, fault: Fault): Promise<Watched> {
  const second = fault.second ? await hub.secondCopy(fault.second.service, await fault.second.env?.()) : null;
  if (second && fault.second?.runs) await second.start();
  const fired = new Map<string, number>();
  const faults: string[] = [];
  const { monitoring, before } = await startQuietly(hub, fault);
  try {
    if (before.length > 0)
      return { fired, faults: [`fires before anything is broken: ${before.join(', ')}`] };
    const began = performance.now();
    const look = async (): Promise<ReadonlySet<string>> => {
      const firing = await monitoring.firing();
      for (const name of firing) if (!fired.has(name)) fired.set(name, (performance.now() - began) / 1_000);
      return firing;
    };
    const end = await fault.strike(hub, second);
    const raised = await until(async () => {
      await look();
      return [
        ...fault.fires.filter((name) => !fired.has(name)).map((name) => `${name} does not fire`),
        ...fault.heard
          .filter((name) => !isHeard(monitoring.heard, name, false))
          .map((name) => `no one is notified of ${name}`),
      ];
    });
    await end();
    const calledOff = fault.heard.filter((name) => fired.has(name) && !PROMISES.includes(name));
    const over = await until(async () => {
      const firing = await look();
      return [
        ...fault.fires
          .filter((name) => firing.has(name) && !PROMISES.includes(name))
          .map((name) => `${name} fires on`),
        ...calledOff
          .filter((name) => !isHeard(monitoring.heard, name, true))
          .map((name) => `no one is notified that ${name} is over`),
      ];
    });
    faults.push(...raised, ...over, ...unexpected(fault, fired));
    if (!isHeard(monitoring.heard, WATCHDOG, false)) faults.push('the watchdog is not heard');
    return { fired, faults };
  } finally {
    await monitoring.close();
    await second?.stop();
    if (second) hub.forget(second);
    await hub.sql('TRUNCATE dead_letter CASCADE');
  }
}

/** Without Prometheus the dead man's switch receives nothing more, which is what it pages for. @returns what is not so */
export async function watchSilence(hub: WatchedHub): Promise<string[]> {
  const monitoring = await startMonitoring(hub.healthPorts);
  try {
    const times = (): number => monitoring.heard.filter(({ alert }) => alert === WATCHDOG).length;
    const faults = await until(async () =>
      times() < 3 ? ['the watchdog is not heard again and again'] : [],
    );
    await monitoring.losePrometheus();
    await wait(QUIET_MS);
    const before = times();
    await wait(3 * PACE.seconds('5m') * 1_000);
    return times() > before ? [...faults, 'the watchdog is heard though nothing raises it'] : faults;
  } finally {
    await monitoring.close();
  }
}

function unexpected({ fires, may = [] }: Fault, fired: ReadonlyMap<string, number>): string[] {
  return [...fired.keys()]
    .filter((name) => name !== WATCHDOG && !fires.includes(name) && !may.includes(name))
    .map((name) => `${name} fires, and has no reason to`);
}

/** Whether the receiver of its severity was notified. */
function isHeard(heard: readonly Heard[], name: string, isResolved: boolean): boolean {
  const severity = ALERTS.find((alert) => alert.name === name)?.severity ?? 'dead-mans-switch';
  return heard.some(
    (one) => one.alert === name && one.receiver === severity && one.isResolved === isResolved,
  );
}

/** The figures of the promises hold for long what the machine did a minute ago: then both start again without history. */
async function startQuietly(
  hub: WatchedHub,
  { may = [], pace }: Fault,
): Promise<{ monitoring: Monitoring; before: string[] }> {
  for (let turn = 1; ; turn += 1) {
    const monitoring = await startMonitoring(hub.healthPorts, pace);
    const before = await untilQuiet(monitoring, may);
    if (before.length === 0 || turn === TURNS) return { monitoring, before };
    await monitoring.close();
  }
}

/** @returns what fires in spite of it */
async function untilQuiet(monitoring: Monitoring, may: readonly string[]): Promise<string[]> {
  let quietSince = performance.now();
  return until(async () => {
    const loud = [...(await monitoring.firing())].filter((name) => name !== WATCHDOG && !may.includes(name));
    if (loud.length > 0) quietSince = performance.now();
    return performance.now() - quietSince < QUIET_MS ? [...loud, 'not quiet for long enough'] : [];
  }, QUIET_WITHIN_MS);
}

/** Repeats until nothing is missing. @returns what still is when the time is over */
async function until(missing: () => Promise<string[]>, withinMs = WITHIN_MS): Promise<string[]> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const left = await missing();
    if (left.length === 0 || performance.now() > deadline) return left;
    await wait(LOOK_EVERY_MS);
  }
}
