import { z } from 'zod';
import { CLOCKS_AHEAD } from './clocks-apart';

/** Loaded before a service's program: sets its clock ahead, or behind, by the time that is given for that service. */
const Ahead = z.record(z.string(), z.number());

const service = /services[/\\](\w+)[/\\]dist/.exec(process.argv[1] ?? '')?.[1];
const given = Ahead.parse(JSON.parse(process.env[CLOCKS_AHEAD] ?? '{}'));
const aheadMs = service === undefined ? 0 : (given[service] ?? 0);

if (aheadMs !== 0) {
  const now = () => SystemDate.now() + aheadMs;
  const SystemDate = Date;
  globalThis.Date = new Proxy(SystemDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
  });
}
