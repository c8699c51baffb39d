import { figure } from '@hub/desk/words';
import { Scroll } from '../layout/scroll';
import { tintOf } from './chart';
import { FLOW, layOut, type FlowNode, type Link } from './flow';

/** Longer names are cut: the table has them in full. */
const NAME = 22;

/** A flow from sources to targets. @param props.title says what stands to the left and to the right */
export function FlowChart({ id, title, links }: { id: string; title: string; links: readonly Link[] }) {
  const { height, left, right, ribbons } = layOut(links);
  const [largest] = ribbons;
  return (
    <Scroll label={title}>
      <svg
        class="flow"
        role="img"
        aria-labelledby={`${id}-title ${id}-desc`}
        viewBox={`0 0 ${FLOW.width} ${height}`}
      >
        <title id={`${id}-title`}>{title}</title>
        <desc id={`${id}-desc`}>
          {largest && `Most go from ${largest.from} to ${largest.to}: ${largest.count}. `}The table below has
          every pair.
        </desc>
        {ribbons.map(({ from, to, count, index, path }) => (
          <path class={`ribbon ${tintOf(undefined, index)}`} d={path}>
            <title>{`${from} → ${to}: ${figure(count)}`}</title>
          </path>
        ))}
        {left.map((node, index) => (
          <Node node={node} x={FLOW.left} tint={tintOf(undefined, index)} end="left" />
        ))}
        {right.map((node) => (
          <Node node={node} x={FLOW.right - FLOW.node} tint="tint-rest" end="right" />
        ))}
      </svg>
    </Scroll>
  );
}

function Node({ node, x, tint, end }: { node: FlowNode; x: number; tint: string; end: 'left' | 'right' }) {
  const { name, count, y, height } = node;
  const short = name.length > NAME ? `${name.slice(0, NAME - 1)}…` : name;
  return (
    <>
      <rect class={tint} x={x} y={y} width={FLOW.node} height={Math.max(1, height)} />
      <text
        x={end === 'left' ? x - 6 : x + FLOW.node + 6}
        y={y + Math.max(height / 2, 5)}
        dominant-baseline="central"
        text-anchor={end === 'left' ? 'end' : 'start'}
      >
        {short} {figure(count)}
      </text>
    </>
  );
}
