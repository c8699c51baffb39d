import type { StateLabel } from '@hub/desk/engine';

export type { StateLabel, Tone } from '@hub/desk/engine';

/** A state as its label. */
export function State({ text, tone }: StateLabel) {
  return <span class={`tag ${tone}`}>{text}</span>;
}
