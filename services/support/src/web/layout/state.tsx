import type { StateLabel } from '@hub/support-desk';

export type { StateLabel, Tone } from '@hub/support-desk';

/** A state as its label. */
export function State({ text, tone }: StateLabel) {
  return <span class={`tag ${tone}`}>{text}</span>;
}
