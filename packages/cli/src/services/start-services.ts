import { CommandFailure } from '../failure';
import { declareForServices } from './service-environment';
import {
  missingPrograms,
  SERVICES,
  STOPS_FIRST,
  TOGETHER,
  type ProcessName,
  type ServiceName,
} from './service-list';
import { ServiceProcess, untilReady, type ServiceExit, type ServiceProcessOptions } from './service-process';

/** Printed once, when it takes longer than usual. */
const USUAL_START_MS = 15_000;

export interface ServicesOptions extends Pick<ServiceProcessOptions, 'env' | 'onLine'> {
  /** Receives messages about the processes. */
  onChange?: ((text: string) => void) | undefined;
  /** All services in one process, instead of one each. */
  together?: boolean | undefined;
}

/** All services, each running as a separate process, or together in one. */
export interface RunningServices {
  /** Resolves once every service is ready; rejects with `CommandFailure` when one cannot be started. */
  ready: Promise<void>;
  /** The process id of a service; undefined between its end and its restart. */
  pidOf(service: ServiceName): number | undefined;
  /** The port of a service's health server; 0 before its first start. */
  healthPortOf(service: ServiceName): number;
  /** What a service waits for; null: it is ready. */
  notReady(service: ServiceName): Promise<string[] | null>;
  /** Stops the ingress, then the others. */
  stop(): Promise<ServiceExit[]>;
}

/**
 * Starts every service as a separate process (or all of them in one) and keeps it running: one that ends is restarted.
 * Throws `CommandFailure` if they are not built.
 */
export function startServices(options: ServicesOptions): RunningServices {
  const { env, onLine, onChange = () => {}, together = false } = options;
  const missing = missingPrograms();
  if (missing.length > 0)
    throw new CommandFailure([
      'not built, run `npm run build`:',
      ...missing.map((program) => `  ${program}`),
    ]);
  const ended = new AbortController();
  let giveUp: (words: string[]) => void = () => {};
  const givenUp = new Promise<never>((_resolve, reject) => {
    giveUp = (words) => reject(new CommandFailure(words));
  });
  const names: readonly ProcessName[] = together ? [TOGETHER] : SERVICES;
  const services = names.map(
    (name) => new ServiceProcess(name, { env, onLine, onChange, onGivenUp: giveUp }),
  );
  const allReady = Promise.all(services.map((service) => untilReady(service, ended.signal)));
  const ready = Promise.race([allReady.then(() => undefined), givenUp]).finally(() => clearTimeout(hint));
  // A caller that does not await it must not fail because of it; one that does gets the error.
  ready.catch(() => undefined);
  const hint = setTimeout(() => void reportWaiting(services, onChange), USUAL_START_MS);
  // If they may not do it themselves; they report a broker that is down themselves.
  void declareForServices(env)
    .catch(() => undefined)
    .then(() => services.forEach((service) => void service.start()));

  const requireService = (name: ServiceName): ServiceProcess => {
    const service = services.find((one) => one.name === name || one.name === TOGETHER);
    if (!service) throw new Error(`no service ${name}`);
    return service;
  };
  return {
    ready,
    pidOf: (name) => requireService(name).pid,
    healthPortOf: (name) => requireService(name).healthPort,
    notReady: (name) => requireService(name).notReady(),
    stop: async () => {
      ended.abort();
      clearTimeout(hint);
      const stopsFirst = requireService(STOPS_FIRST);
      const first = await stopsFirst.stop();
      const others = services.filter((service) => service !== stopsFirst);
      const ends = [first, ...(await Promise.all(others.map((service) => service.stop())))];
      return ends.filter((end) => end !== null);
    },
  };
}

async function reportWaiting(services: ServiceProcess[], print: (text: string) => void): Promise<void> {
  for (const service of services) {
    const waitsFor = await service.notReady();
    if (waitsFor)
      print(`still waiting for ${service.name}${waitsFor.length ? `: ${waitsFor.join(', ')}` : ''}`);
  }
}
