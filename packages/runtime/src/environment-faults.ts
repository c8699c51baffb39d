import { hostname, networkInterfaces } from 'node:os';

/** The purpose of a deployment (D26, D28). */
export const ENVIRONMENTS = ['development', 'test', 'production'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

/** The variables that the rules of D28 combine. */
export interface DeploymentVariables {
  HUB_ENVIRONMENT?: Environment | undefined;
  DATABASE_URL?: string | undefined;
  /** One address, or several. */
  AMQP_URL?: string | readonly string[] | undefined;
  ALLOW_INSECURE_STORES?: boolean | undefined;
}

/**
 * What no environment allows (D28): `development`, also the default, starts only if database and broker are on this
 * machine; `production` has no insecure stores, and no plain connection to another machine.
 */
export function environmentFaults(variables: DeploymentVariables): string[] {
  const { HUB_ENVIRONMENT: environment, ALLOW_INSECURE_STORES: insecure } = variables;
  const beyond = addressesOf(variables).filter(({ url }) => !isOnThisMachine(url));
  switch (environment) {
    case 'test':
      return [];
    case 'production':
      return [
        ...(insecure ? ['ALLOW_INSECURE_STORES: must not be true in production'] : []),
        ...beyond.flatMap(plainTextFault),
      ];
    case 'development':
      return beyond.map(
        ({ name }) => `HUB_ENVIRONMENT: development starts only where ${name} is on this machine`,
      );
    case undefined:
      return beyond.map(
        ({ name }) => `HUB_ENVIRONMENT: is required (test or production), as ${name} is on another machine`,
      );
  }
}

interface Address {
  name: 'DATABASE_URL' | 'AMQP_URL';
  url: URL;
}

function addressesOf({ DATABASE_URL, AMQP_URL }: DeploymentVariables): Address[] {
  const of = (name: Address['name'], texts: readonly string[]) =>
    texts.flatMap((text) => (URL.canParse(text.trim()) ? { name, url: new URL(text.trim()) } : []));
  const brokers = typeof AMQP_URL === 'string' ? AMQP_URL.split(',') : (AMQP_URL ?? []);
  return [
    ...of('DATABASE_URL', DATABASE_URL === undefined ? [] : [DATABASE_URL]),
    ...of('AMQP_URL', brokers),
  ];
}

function plainTextFault({ name, url }: Address): string[] {
  if (name === 'AMQP_URL')
    return url.protocol === 'amqps:'
      ? []
      : ['AMQP_URL: must be amqps:// in production, as it is on another machine'];
  return url.searchParams.get('sslmode') === 'verify-full'
    ? []
    : ['DATABASE_URL: must have sslmode=verify-full in production, as it is on another machine'];
}

/** A socket of the file system, the loopback interface, or an address or the name of this machine. */
function isOnThisMachine(url: URL): boolean {
  const host = decodeURIComponent(url.hostname)
    .replace(/^\[|\]$/g, '')
    .toLowerCase();
  const socket = url.searchParams.get('host') ?? host;
  if (socket === '' || socket.startsWith('/')) return true;
  if (host === 'localhost' || host.endsWith('.localhost') || host === hostname().toLowerCase()) return true;
  if (host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)) return true;
  return Object.values(networkInterfaces()).some((own) => own?.some(({ address }) => address === host));
}
