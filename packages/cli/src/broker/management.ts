import { QueuePolicy } from '@hub/messaging';
import { z } from 'zod';
import { CommandFailure } from '../failure';
import type { BrokerFacts } from './plan-broker';

const Fields = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));
const Queues = z.array(
  z.object({
    name: z.string(),
    arguments: Fields,
    messages: z.int().default(0),
    // An empty one is returned as a list.
    effective_policy_definition: Fields.nullish().catch(null),
  }),
);
const Connections = z.array(z.object({ name: z.string(), client_properties: Fields.catch({}).optional() }));
const Limits = z.array(z.object({ value: Fields.catch({}) }));

/** RabbitMQ's management API for one virtual host, as the user of BROKER_ADMIN_URL. */
export class Management {
  private readonly vhost: string;

  constructor(
    private readonly adminUrl: string,
    vhost: string,
  ) {
    this.vhost = encodeURIComponent(vhost);
  }

  async facts(): Promise<BrokerFacts> {
    const policies = z.array(QueuePolicy).parse(await this.get(`policies/${this.vhost}`));
    const queues = Queues.parse(await this.get(`queues/${this.vhost}`));
    const limits = Limits.parse(await this.get(`vhost-limits/${this.vhost}`));
    return {
      policies,
      queues: queues.map(({ effective_policy_definition: effective, ...queue }) => ({
        ...queue,
        effective: effective ?? {},
      })),
      closed: limits.some(({ value }) => value['max-connections'] !== undefined),
    };
  }

  /** Names of the connected clients. */
  async connections(): Promise<string[]> {
    const connections = Connections.parse(await this.get(`vhosts/${this.vhost}/connections`));
    return connections.map(({ name, client_properties: said }) => String(said?.['connection_name'] ?? name));
  }

  async setPolicy({ name, ...policy }: QueuePolicy): Promise<void> {
    const path = `policies/${this.vhost}/${encodeURIComponent(name)}`;
    await this.call('PUT', path, { ...policy, 'apply-to': 'queues' });
  }

  /** Limits connections to one, or lifts the limit again. */
  async limitConnections(toOne: boolean): Promise<void> {
    const path = `vhost-limits/${this.vhost}/max-connections`;
    if (toOne) await this.call('PUT', path, { value: 1 });
    else await this.call('DELETE', path);
  }

  private async get(path: string): Promise<unknown> {
    return (await this.call('GET', path)).json();
  }

  private async call(method: string, path: string, body?: object): Promise<Response> {
    const { origin, host, username, password } = new URL(this.adminUrl);
    const user = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    const response = await fetch(`${origin}/api/${path}`, {
      method,
      headers: {
        authorization: `Basic ${Buffer.from(user).toString('base64')}`,
        'content-type': 'application/json',
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    }).catch((error: unknown) => {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : '';
      throw new CommandFailure([`RabbitMQ's management does not answer at ${host}: ${cause}`]);
    });
    if (response.ok) return response;
    if (response.status === 401)
      throw new CommandFailure(['RabbitMQ does not let the user of BROKER_ADMIN_URL in (401)']);
    throw new CommandFailure([`RabbitMQ's management answered ${response.status} to ${method} ${path}`]);
  }
}
