/** An amount that goes from one node to another. */
export interface Link {
  from: string;
  to: string;
  count: number;
}

export interface FlowNode {
  name: string;
  count: number;
  y: number;
  height: number;
}

export interface Ribbon extends Link {
  /** Which of the left nodes it comes from, for its colour. */
  index: number;
  path: string;
}

/** The layout of a flow: nodes to the left and to the right, ribbons between them. */
export interface Flow {
  height: number;
  left: FlowNode[];
  right: FlowNode[];
  ribbons: Ribbon[];
}

/** The sides of the picture and the gap between its nodes. */
export const FLOW = { width: 800, left: 240, right: 560, node: 10, gap: 14, room: 26 } as const;

/** The largest by count, and the others combined. @param others the name of the rest */
export function largest(
  links: readonly Link[],
  { side, keep, others }: { side: 'from' | 'to'; keep: number; others: (count: number) => string },
): Link[] {
  const names = byCount(links, side).map(([name]) => name);
  // A single one stays as it is.
  if (names.length <= keep + 1) return [...links];
  const kept = new Set(names.slice(0, keep));
  const rest = others(names.length - keep);
  return links.map((link) => (kept.has(link[side]) ? link : { ...link, [side]: rest }));
}

/** Lays out a flow, the largest at the top. */
export function layOut(links: readonly Link[]): Flow {
  const merged = merge(links);
  const [from, to] = [byCount(merged, 'from'), byCount(merged, 'to')];
  const total = merged.reduce((sum, { count }) => sum + count, 0);
  const pieces = Math.max(from.length, to.length) * FLOW.room;
  const place = (nodes: readonly (readonly [string, number])[]) =>
    stackUp(nodes, pieces / Math.max(1, total));
  const [left, right] = [place(from), place(to)];
  const height = Math.max(0, ...[...left, ...right].map((node) => node.y + Math.max(node.height, FLOW.gap)));
  return { height, left, right, ribbons: ribbons(merged, left, right) };
}

function merge(links: readonly Link[]): Link[] {
  const sums = new Map<string, Link>();
  for (const link of links) {
    if (link.count <= 0) continue;
    const key = JSON.stringify([link.from, link.to]);
    sums.set(key, { ...link, count: link.count + (sums.get(key)?.count ?? 0) });
  }
  return [...sums.values()];
}

function byCount(links: readonly Link[], side: 'from' | 'to'): (readonly [name: string, count: number])[] {
  const sums = new Map<string, number>();
  for (const link of links) sums.set(link[side], (sums.get(link[side]) ?? 0) + link.count);
  return [...sums].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}

function stackUp(nodes: readonly (readonly [string, number])[], scale: number): FlowNode[] {
  let y = 0;
  return nodes.map(([name, count]) => {
    const node = { name, count, y, height: count * scale };
    // A name needs its line, however little goes there.
    y += Math.max(node.height, FLOW.gap) + FLOW.gap;
    return node;
  });
}

function ribbons(links: readonly Link[], left: readonly FlowNode[], right: readonly FlowNode[]): Ribbon[] {
  const leaves = new Map(left.map(({ name, y }) => [name, y]));
  const comes = new Map(right.map(({ name, y }) => [name, y]));
  const heights = left.reduce((sum, { height }) => sum + height, 0);
  const counts = left.reduce((sum, { count }) => sum + count, 0);
  return links
    .toSorted((a, b) => b.count - a.count)
    .map((link) => {
      const size = (link.count / counts) * heights;
      const [from, to] = [leaves.get(link.from) ?? 0, comes.get(link.to) ?? 0];
      leaves.set(link.from, from + size);
      comes.set(link.to, to + size);
      return {
        ...link,
        index: left.findIndex(({ name }) => name === link.from),
        path: ribbon(from, to, size),
      };
    });
}

function ribbon(from: number, to: number, size: number): string {
  const [x0, x1] = [FLOW.left + FLOW.node, FLOW.right - FLOW.node];
  const middle = (x0 + x1) / 2;
  const [a, b, c, d] = [from, to, to + size, from + size].map((y) => Math.round(y * 10) / 10);
  return `M${x0} ${a}C${middle} ${a} ${middle} ${b} ${x1} ${b}V${c}C${middle} ${c} ${middle} ${d} ${x0} ${d}z`;
}
