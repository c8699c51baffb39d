import type { BlockList } from 'node:net';
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
    const count = this.counts.get(address) ?? 0;
    if (count >= this.most) return false;
    this.counts.set(address, count + 1);
    socket.once('close', () => this.leave(address));
    return true;
  }

  private leave(address: string): void {
    const count = (this.counts.get(address) ?? 1) - 1;
    if (count > 0) this.counts.set(address, count);
    else this.counts.delete(address);
  }
}
