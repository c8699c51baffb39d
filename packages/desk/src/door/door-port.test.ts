import { describe, expect, it } from '@jest/globals';
import { doorPort } from './door-port';

describe('where the door listens', () => {
  it.each([
    ['as configured', { DOOR_URL: 'https://door.example', DOOR_PORT: 9001 }, 9001],
    ['at the port that its address names on this machine', { DOOR_URL: 'http://127.0.0.1:9002' }, 9002],
    ['behind a proxy, at 8091', { DOOR_URL: 'https://door.example:8443' }, 8091],
    ['else at 8091', { DOOR_URL: 'http://door.example' }, 8091],
    ['without an address, at 8091', {}, 8091],
  ])('%s', (_where, config, port) => {
    expect(doorPort(config)).toBe(port);
  });
});
