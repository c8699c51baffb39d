import type { RequestListener } from 'node:http';
import type { BlockList, Socket } from 'node:net';
import type { Component } from '../component';
import { listen } from '../listen';
import { ConnectionsPerAddress } from './connections-per-address';

/** As in `connectionVariables`. */
export interface ClientBounds {
  TRUSTED_PROXIES: BlockList;
  CONNECTIONS_PER_ADDRESS: number;
  DRAIN_MS: number;
}

/** Serves clients from outside at a port, with a bound for the connections of each address (D36). */
export function listenToClients(
  app: RequestListener,
  port: number,
  { TRUSTED_PROXIES, CONNECTIONS_PER_ADDRESS, DRAIN_MS }: ClientBounds,
): Promise<Component> {
  const connections = new ConnectionsPerAddress(CONNECTIONS_PER_ADDRESS, TRUSTED_PROXIES);
  return listen(app, port, { drainMs: DRAIN_MS, admit: (socket: Socket) => connections.admit(socket) });
}
