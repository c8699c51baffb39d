import type { Options } from 'amqplib';

/** The addresses of `AMQP_URL`: one, or several separated by commas (the nodes of a cluster). */
export function brokerAddresses(list: string): string[] {
  return list.split(/\s*,\s*(?=amqps?:\/\/)/).map((address) => address.trim());
}

/** A broker that vanished without a word is left after two of them were missed; its own proposal is a minute. */
const HEARTBEAT_S = 10;

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
