import { join } from 'node:path';
import type { PodTemplate } from './deployment';

/** Where a program reads on which port it is to listen, by the name of the port. */
const PORT_VARIABLES: Readonly<Record<string, string>> = {
  health: 'HEALTH_PORT',
  events: 'INGRESS_PORT',
  desk: 'SUPPORT_PORT',
  door: 'DOOR_PORT',
};

/**
 * The environment of a pod's process on a machine that all pods share: its ports are those that are free here, and a secret's
 * files are below `secretsFolder/<secret>` instead of where the pod mounts them.
 */
export function podEnvironment(
  { env, mounts, ports: named }: PodTemplate,
  { ports, secretsFolder }: { ports: Readonly<Record<string, number>>; secretsFolder: string },
): Record<string, string> {
  const inFolder = (value: string) => {
    const mount = mounts.find(({ path }) => value.startsWith(`${path}/`));
    return mount ? join(secretsFolder, mount.secret, value.slice(mount.path.length)) : value;
  };
  const moved = Object.keys(named).map((name) => {
    const variable = PORT_VARIABLES[name];
    if (variable === undefined || Number(env[variable]) !== named[name])
      throw new Error(`port ${name}: no variable says ${named[name]}`);
    return [variable, String(ports[name])];
  });
  return {
    ...Object.fromEntries(Object.entries(env).map(([name, value]) => [name, inFolder(value)])),
    ...Object.fromEntries(moved),
  };
}
