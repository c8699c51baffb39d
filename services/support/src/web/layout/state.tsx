/** A state: as it should be, in progress, not right, or over. Never shown by colour alone. */
export type Tone = 'good' | 'warn' | 'bad' | 'quiet';

/** Its label, a word or two. */
export interface StateLabel {
  text: string;
  tone: Tone;
}

export function State({ text, tone }: StateLabel) {
  return <span class={`tag ${tone}`}>{text}</span>;
}
