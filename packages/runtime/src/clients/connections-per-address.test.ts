import { EventEmitter } from 'node:events';
import { BlockList } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { ConnectionsPerAddress } from './connections-per-address';

class Connection extends EventEmitter {
  constructor(readonly remoteAddress: string) {
    super();
  }

  close(): void {
    this.emit('close');
  }
}

function connection(from: string): Connection {
  return new Connection(from);
}

function admitting(most: number) {
  const proxies = new BlockList();
  proxies.addAddress('10.0.0.1');
  const connections = new ConnectionsPerAddress(most, proxies);
  return (socket: Connection) => connections.admit(socket);
}

describe('D36: connections of one client address', () => {
  it('are limited, with one more once one has closed', () => {
    const admit = admitting(2);
    const [one, two] = [connection('192.0.2.7'), connection('192.0.2.7')];
    expect([admit(one), admit(two), admit(connection('192.0.2.7'))]).toEqual([true, true, false]);
    one.close();
    expect([admit(connection('192.0.2.7')), admit(connection('192.0.2.7'))]).toEqual([true, false]);
  });

  it('keep out no other address', () => {
    const admit = admitting(1);
    expect(['192.0.2.7', '192.0.2.8', '2001:db8::1'].map((address) => admit(connection(address)))).toEqual([
      true,
      true,
      true,
    ]);
  });

  it('count together for a network of IPv6 that one client has', () => {
    const admit = admitting(2);
    const addresses = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::7', '2001:db8:1:2:3:4:5:6', '2001:db8:1:3::1'];
    expect(addresses.map((address) => admit(connection(address)))).toEqual([true, true, false, true]);
  });

  it('have no bound where the address is a trusted proxy’s own', () => {
    const admit = admitting(1);
    expect([1, 2, 3].map(() => admit(connection('10.0.0.1')))).toEqual([true, true, true]);
  });
});
