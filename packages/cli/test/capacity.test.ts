import { describe, expect, it } from '@jest/globals';
import { addCapacityCommand } from '../src/commands/capacity';
import { runHub } from './run-hub';

const capacity = (...words: string[]) => runHub([addCapacityCommand], ['capacity', ...words]);

describe('hub capacity', () => {
  it('prints the needs of each service, the database and each table, for people and as JSON', async () => {
    const text = await capacity('--events', '500', '--orders', '50');
    expect(text.out).toMatch(/^inventory +[\d.]+ +\d+ +\d+ +\d+$/m);
    expect(text.out).toMatch(/^connections to PostgreSQL +\d+$/m);
    expect(text.out).toMatch(/^event_ledger +\d+ +[\d.]+ +[\d.]+$/m);
    const { out } = await capacity('--events', '500', '--orders', '50', '--json');
    expect(JSON.parse(out)).toMatchObject({
      rates: { order: 50, shipment: 50 },
      services: expect.arrayContaining([expect.objectContaining({ service: 'routing' })]),
      measured: { on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
    });
  });

  it.each([
    [['--events', '-5', '--orders', '1'], '--events'],
    [['--events', '0x10', '--orders', '1'], '--events'],
    [['--events', '1e3', '--orders', '1'], '--events'],
    [['--events', '500', '--orders', 'many'], '--orders'],
    [['--events', '500', '--orders', '1', '--busy', '0'], '--busy'],
    [['--events', '500', '--orders', '1', '--busy-hours', '25'], '--busy-hours'],
    [['--events', '500', '--orders', '1', '--returned', '2'], '--returned'],
    [['--events', '10', '--orders', '9'], '--events'],
    [['--events', '10'], '--orders'],
  ])('%j is refused, and %s is named', async (words, option) => {
    await expect(capacity(...words)).rejects.toThrow(option);
  });
});
