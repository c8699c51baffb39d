import { describe, expect, it } from '@jest/globals';
import { judgeRecoveries, judgeTakeovers, judgeTraded } from './judge-failover';

describe('the judge of a failover', () => {
  it('accepts events taken within 30 s of each fault, and names each longer pause', () => {
    const recoveries = [
      { fault: 'fault 1 (kill)', pauseMs: 30_000 },
      { fault: 'fault 2 (freeze)', pauseMs: 30_001 },
    ];
    expect(judgeRecoveries(recoveries)).toEqual({
      figures: {
        'milliseconds at most without an event taken: fault 1 (kill)': 30_000,
        'milliseconds at most without an event taken: fault 2 (freeze)': 30_001,
      },
      faults: ['milliseconds at most without an event taken: fault 2 (freeze): 30001, more than 30000'],
    });
  });

  it('names a fault after which no other machine has the primary', () => {
    const struck = { fault: 'cut', pauseMs: 0, machine: 'a' };
    expect(judgeTakeovers([{ ...struck, successor: 'b' }])).toEqual([]);
    expect(judgeTakeovers([{ ...struck, successor: 'a' }])).toEqual(['cut: a had the primary, then a']);
    expect(judgeTakeovers([{ ...struck, successor: null }])).toEqual(['cut: a had the primary, then none']);
  });

  it('names what stores traded too little of', () => {
    const least = { events: 2_000, orders: 500 };
    expect(judgeTraded({ events: 2_000, orders: 500 }, least)).toEqual([]);
    expect(judgeTraded({ events: 1_999, orders: 499 }, least)).toEqual([
      '1999 events, fewer than 2000',
      '499 orders, fewer than 500',
    ]);
  });
});
