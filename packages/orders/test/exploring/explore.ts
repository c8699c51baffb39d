import { movesOf } from './moves';
import { isUnfinished, keyOf, type Book, type ShippingOrder, type World } from './world';

export interface Exploration {
  worlds: number;
  /** The path to a forbidden world; null: there is none. */
  broken: string[] | null;
  /** Worlds from which no end can be reached, each with a path to it. */
  stuck: string[][];
}

interface Visit {
  world: World;
  /** Where it was first reached from, and by which move. */
  from: number;
  by: string;
}

/** Follows every move from a world, until there are no new worlds. */
export function explore(start: World, book: Book, most: number): Exploration {
  const visits: Visit[] = [{ world: start, from: -1, by: 'begins' }];
  const known = new Map([[keyOf(start), 0]]);
  const into: number[][] = [[]];
  for (let index = 0; index < visits.length; index += 1) {
    const visit = visits[index];
    if (!visit) break;
    const fault = faultOf(visit.world);
    if (fault !== null) return { worlds: visits.length, broken: [...wayTo(visits, index), fault], stuck: [] };
    for (const { name, world } of movesOf(visit.world, book, most)) {
      const key = keyOf(world);
      let next = known.get(key);
      if (next === undefined) {
        next = visits.length;
        known.set(key, next);
        visits.push({ world, from: index, by: name });
        into.push([]);
      }
      into[next]?.push(index);
    }
  }
  return { worlds: visits.length, broken: null, stuck: stuckOf(visits, into) };
}

function wayTo(visits: readonly Visit[], index: number): string[] {
  const way: string[] = [];
  for (let at = index; at >= 0; at = visits[at]?.from ?? -1) way.unshift(visits[at]?.by ?? '');
  return way;
}

/** What is forbidden in this world, as text; null: nothing. */
function faultOf({ lines, shippingOrders }: World): string | null {
  for (const [line, state] of lines.entries()) {
    const at = shippingOrders.filter((one) => one.line === line && isThere(one));
    if (at.length > 1) return `line ${line} is at two shops`;
    const free = state === 'waiting' || state === 'stopped' || state === 'unfulfillable';
    if (free && at.length > 0) return `line ${line} is ${state} and a shop has it`;
  }
  const stopped = shippingOrders.find((one) => one.state === 'stopped' && isThere(one));
  return stopped ? 'a shipping order is stopped and its shop ships it' : null;
}

/** Its shop ships it, or will. */
function isThere({ atStore }: ShippingOrder): boolean {
  return atStore === 'has' || atStore === 'shipped';
}

/** Worlds from which no end can be reached. */
function stuckOf(visits: readonly Visit[], into: readonly number[][]): string[][] {
  const leads = new Set(visits.flatMap(({ world }, index) => (isEnd(world) ? [index] : [])));
  const open = [...leads];
  for (let at = open.pop(); at !== undefined; at = open.pop())
    for (const before of into[at] ?? []) {
      if (leads.has(before)) continue;
      leads.add(before);
      open.push(before);
    }
  return visits.flatMap((_, index) => (leads.has(index) ? [] : [wayTo(visits, index)])).slice(0, 3);
}

/** Every line has shipped, is stopped or closed, and nothing waits. */
function isEnd({ order, lines, shippingOrders, dryRun }: World): boolean {
  const settled = lines.every(
    (line) =>
      line === 'shipped' ||
      line === 'stopped' ||
      line === 'unfulfillable' ||
      (dryRun && line === 'allocated'),
  );
  const quiet = shippingOrders.every(
    ({ state, call, stop }) =>
      call === null && !(stop && isUnfinished(stop)) && state !== 'sending' && state !== 'disputed',
  );
  return settled && quiet && (order === 'accepted' || order === 'stopped');
}
