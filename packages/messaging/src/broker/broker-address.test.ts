import { describe, expect, it } from '@jest/globals';
import { connectOptions } from './broker-address';

describe('how a broker is connected to', () => {
  it('asks for a heartbeat of 10 s, so that a dead broker is dropped within 30 s, unless the address sets another', () => {
    expect(connectOptions('amqp://hub:secret@broker.example/hub').heartbeat).toBe(10);
    expect(connectOptions('amqp://broker.example/hub?heartbeat=3').heartbeat).toBe(3);
  });
});
