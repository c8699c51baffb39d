import { describe, expect, it } from '@jest/globals';
import { BodiesInFlight } from './bodies-in-flight';

/** Room for 100 bytes, 40 for one address; the test moves the clock. */
function room() {
  let now = 0;
  const bodies = new BodiesInFlight(() => now, { total: 100, address: 40 });
  const dropped: string[] = [];
  const enter = (name: string, address: string | null = name) =>
    bodies.enter(address, () => void dropped.push(name));
  return { enter, dropped, pass: (ms: number) => (now += ms) };
}

describe('D36: bodies being received by one ingress', () => {
  it('have room up to the bound, counted as they arrive, and give it back', () => {
    const { enter } = room();
    const bodies = ['a', 'b', 'c'].map((name) => enter(name));
    expect(bodies.map((body) => body.take(30))).toEqual([true, true, true]);
    const late = enter('d');
    expect(late.take(11)).toBe(false);
    bodies[0]?.leave();
    bodies[0]?.leave();
    expect(late.take(40)).toBe(true);
    expect(enter('e').take(1)).toBe(false);
  });

  it('of one address have an eighth, those of a proxy all of it', () => {
    const { enter } = room();
    expect(enter('a').take(41)).toBe(false);
    expect(enter('proxy', null).take(100)).toBe(true);
  });

  it('at the bound, the slowest in flight for over 2 s is dropped for a new one', () => {
    const { enter, dropped, pass } = room();
    const [slow, slower, quick] = [enter('slow'), enter('slower'), enter('quick')];
    slow.take(40);
    slower.take(20);
    pass(1_000);
    quick.take(40);
    pass(1_000);
    expect(enter('too early').take(20)).toBe(false);
    pass(1);
    expect(enter('new').take(20)).toBe(true);
    expect(dropped).toEqual(['slower']);
    expect(slower.take(1)).toBe(false);
    expect(slow.take(1)).toBe(false);
    expect(dropped).toEqual(['slower', 'slow']);
  });

  it('at the bound of an address, its own slowest is dropped, no other', () => {
    const { enter, dropped, pass } = room();
    enter('other', 'there').take(1);
    enter('first', 'here').take(20);
    enter('second', 'here').take(15);
    pass(2_001);
    expect(enter('third', 'here').take(10)).toBe(true);
    expect(dropped).toEqual(['second']);
  });

  it('a body that uses part of the room dropped for it is not left half counted', () => {
    const { enter, dropped, pass } = room();
    const only = enter('only');
    only.take(40);
    pass(2_001);
    expect(only.take(1)).toBe(false);
    expect(dropped).toEqual(['only']);
    only.leave();
    expect(enter('next').take(40)).toBe(true);
  });
});
