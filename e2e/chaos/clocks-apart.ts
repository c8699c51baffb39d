import { join } from 'node:path';
import { SERVICES, type ServiceName } from '@hub/cli';
import { type Chance, eventually } from '@hub/testing';
import { z } from 'zod';
import { ServiceCopy } from '../trials/service-copies';

/** The variable with the milliseconds by which the clock of each service is ahead, as JSON. */
export const CLOCKS_AHEAD = 'HUB_TEST_CLOCKS_AHEAD';

/** How far clocks are set ahead or behind. */
const APART_MS = 30_000;
/** So far, a process takes itself out of service (Clocks). */
const FAR_OFF_MS = 90_000;

const Ready = z.object({
  ready: z.boolean(),
  parts: z.array(z.object({ name: z.string(), ready: z.boolean() })),
});

/** The environment of services whose clocks are set ahead. */
function withClocks(ahead: Partial<Record<ServiceName, number>>): NodeJS.ProcessEnv {
  return {
    [CLOCKS_AHEAD]: JSON.stringify(ahead),
    NODE_OPTIONS: `--require ${join(__dirname, 'shift-clock.js')}`,
  };
}

/** Every service's clock is ahead or behind by up to 30 s, each by its own time. */
export function clocksApart(chance: Chance): NodeJS.ProcessEnv {
  return withClocks(
    Object.fromEntries(SERVICES.map((service) => [service, chance.between(-APART_MS, APART_MS)])),
  );
}

/** A worker and an ingress whose clocks are 90 s off, one of them ahead and one behind. */
export async function startFarOff(env: NodeJS.ProcessEnv): Promise<ServiceCopy[]> {
  const ahead = { routing: FAR_OFF_MS, ingress: -FAR_OFF_MS };
  const copies = await Promise.all(
    (['routing', 'ingress'] as const).map((service) =>
      ServiceCopy.of(service, { ...env, ...withClocks(ahead) }),
    ),
  );
  for (const copy of copies) copy.launch();
  return copies;
}

/** Faults of copies whose clocks are 90 s off: each must have taken itself out of service, for that reason alone. */
export async function judgeFarOff(copies: readonly ServiceCopy[]): Promise<string[]> {
  const faults = copies.map(async (copy) => {
    const address = `http://127.0.0.1:${copy.healthPort}/health/ready`;
    const read = async () => Ready.parse(await (await fetch(address)).json());
    // It may have just started, or lost a dependency to a disaster.
    const { ready, parts } = await eventually(async () => {
      const now = await read();
      if (!now.parts.some(({ name }) => name === 'clock')) throw new Error(`${copy.service} has not looked`);
      return now;
    });
    const clock = parts.find(({ name }) => name === 'clock');
    return !ready && clock?.ready === false
      ? []
      : [`${copy.service}, whose clock is 90 s off, is in service`];
  });
  return (await Promise.all(faults)).flat();
}
