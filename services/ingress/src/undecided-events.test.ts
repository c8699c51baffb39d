import { describe, expect, it } from '@jest/globals';
import { UndecidedEvents } from './undecided-events';

describe('D36: undecided events are bounded in bytes too', () => {
  const MIB = 1024 * 1024;

  it('16 MiB for one shop, whose other events wait for room while other shops go on', () => {
    const undecided = new UndecidedEvents();
    const leave = undecided.enter(1, 15 * MIB);
    expect(undecided.enter(1, MIB + 1)).toBeNull();
    expect(undecided.enter(1, MIB)).not.toBeNull();
    expect(undecided.enter(2, 16 * MIB)).not.toBeNull();
    leave?.();
    expect(undecided.enter(1, 15 * MIB)).not.toBeNull();
  });

  it('48 MiB in one ingress', () => {
    const undecided = new UndecidedEvents();
    const leave = [1, 2, 3].map((shop) => undecided.enter(shop, 16 * MIB));
    expect(undecided.enter(4, 1)).toBeNull();
    leave[0]?.();
    expect(undecided.enter(4, 1)).not.toBeNull();
  });

  it('256 events of one shop, however small (D5)', () => {
    const undecided = new UndecidedEvents();
    const all = Array.from({ length: 256 }, () => undecided.enter(1, 100));
    expect(all).not.toContain(null);
    expect(undecided.enter(1, 100)).toBeNull();
    for (const leave of all) leave?.();
    expect(undecided.enter(1, 16 * MIB)).not.toBeNull();
  });
});
