import type { SecureContextOptions } from 'node:tls';
import type { Options } from 'amqplib';

/** The addresses of `AMQP_URL`: one, or several separated by commas (the nodes of a cluster). */
export function brokerAddresses(list: string): string[] {
  return list.split(/\s*,\s*(?=amqps?:\/\/)/).map((address) => address.trim());
}

/** A silent broker is dropped after two missed heartbeats; the broker itself proposes a minute. */
const HEARTBEAT_S = 10;

/** The broker settings of a process (D28). */
export interface BrokerConfig {
  /** One address, or several separated by commas, tried in turn. */
  AMQP_URL: string;
  /** PEM: the authority that signs the broker's certificate, if it is not public. */
  AMQP_CA?: string | undefined;
  /** PEM: the client certificate, if the broker asks for one (mutual TLS). */
  AMQP_CERT?: string | undefined;
  AMQP_KEY?: string | undefined;
}

/** Options of a TLS connection: the broker's certificate and name are always verified. */
export function tlsOptions({ AMQP_CA, AMQP_CERT, AMQP_KEY }: BrokerConfig): SecureContextOptions {
  return {
    ...(AMQP_CA !== undefined && { ca: AMQP_CA }),
    ...(AMQP_CERT !== undefined && { cert: AMQP_CERT }),
    ...(AMQP_KEY !== undefined && { key: AMQP_KEY }),
  };
}

/** An address as amqplib parses it. */
export function connectOptions(address: string): Options.Connect {
  const url = new URL(address);
  const number = (name: string) => {
    const value = url.searchParams.get(name);
    return value === null ? {} : { [name]: Number(value) };
  };
  return {
    protocol: url.protocol.slice(0, -1),
    hostname: url.hostname.replace(/^\[|\]$/g, ''),
    ...(url.port && { port: Number(url.port) }),
    ...((url.username || url.password) && {
      username: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
    }),
    // amqplib decodes it.
    vhost: url.pathname.slice(1),
    heartbeat: HEARTBEAT_S,
    ...number('heartbeat'),
    ...number('frameMax'),
    ...number('channelMax'),
  };
}
