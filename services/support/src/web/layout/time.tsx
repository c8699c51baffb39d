/** A time for people, exact for machines and on hover. @param since also shows how long ago, from this moment on (ms since the epoch) */
export function Time({ at, since }: { at: Date; since?: number | undefined }) {
  const iso = at.toISOString();
  return (
    <time dateTime={iso} title={iso}>
      {since === undefined ? `${iso.slice(0, 10)} ${iso.slice(11, 19)}` : ago(since - at.getTime())}
    </time>
  );
}

const UNITS = [
  { ms: 86_400_000, name: 'd' },
  { ms: 3_600_000, name: 'h' },
  { ms: 60_000, name: 'min' },
] as const;

/** Such as `3 min ago`. @param ms how long ago, in milliseconds */
function ago(ms: number): string {
  for (const unit of UNITS) if (ms >= unit.ms) return `${Math.floor(ms / unit.ms)} ${unit.name} ago`;
  return 'just now';
}

/** The zone of the times beside it: the browser's own, if the script converts them (assets/desk.js). */
export function Zone() {
  return <span data-zone>UTC</span>;
}
