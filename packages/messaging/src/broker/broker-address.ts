import type { SecureContextOptions } from 'node:tls';
import type { Options } from 'amqplib';

/** The addresses of `AMQP_URL`: one, or several separated by commas (the nodes of a cluster). */
export function brokerAddresses(list: string): string[] {
  return list.split(/\s*,\s*(?=amqps?:\/\/)/).map((address) => address.trim());
}

/** A broker that vanished without a word is left after two of them were missed; its own proposal is a minute. */
const HEARTBEAT_S = 10;

/** What a process is told about its broker (D28). */
export interface BrokerConfig {
  /** One address, or several separated by commas, which are tried in turn. */
  AMQP_URL: string;
  /** PEM: the authority that signs the broker's certificate, where it is not a public one. */
  AMQP_CA?: string | undefined;
  /** PEM: what this process shows the broker, where it asks (mutual TLS). */
  AMQP_CERT?: string | undefined;
  AMQP_KEY?: string | undefined;
}

/** Options of a TLS connection: the broker's certificate is always verified, its name too. */
export function tlsOptions({ AMQP_CA, AMQP_CERT, AMQP_KEY }: BrokerConfig): SecureContextOptions {
  return {
    ...(AMQP_CA !== undefined && { ca: AMQP_CA }),
    ...(AMQP_CERT !== undefined && { cert: AMQP_CERT }),
    ...(AMQP_KEY !== undefined && { key: AMQP_KEY }),
  };
}

/** An address as amqplib takes it apart itself. */
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
