import type { BlockList } from 'node:net';
import { clientNetwork } from './client-network';
import { isTrusted } from './client-address';

/** The part of a socket that is used. */
interface Connection {
  remoteAddress?: string | undefined;
  once(event: 'close', listener: () => void): unknown;
}

/**
 * Bounds the connections of one client address at a time, so that no client takes all of them (D36). A trusted proxy
 * has no bound: it stands for many clients, and bounds them itself.
 */
export class ConnectionsPerAddress {
  private readonly counts = new Map<string, number>();

  constructor(
    private readonly most: number,
    private readonly trustedProxies: BlockList,
  ) {}

  /** Counts a connection until it closes. False: its address has as many as it may have. */
  admit(socket: Connection): boolean {
    const { remoteAddress: address } = socket;
    if (address === undefined || isTrusted(this.trustedProxies, address)) return true;
    const client = clientNetwork(address);
    const count = this.counts.get(client) ?? 0;
    if (count >= this.most) return false;
    this.counts.set(client, count + 1);
    socket.once('close', () => this.leave(client));
    return true;
  }

  private leave(client: string): void {
    const count = (this.counts.get(client) ?? 1) - 1;
    if (count > 0) this.counts.set(client, count);
    else this.counts.delete(client);
  }
}
