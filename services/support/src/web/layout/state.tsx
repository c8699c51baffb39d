/** How something stands: as it should be, on its way, not right, or over. Never said by colour alone. */
export type Tone = 'good' | 'warn' | 'bad' | 'quiet';

/** A state in a word or two. */
export interface StateWords {
  text: string;
  tone: Tone;
}

export function State({ text, tone }: StateWords) {
  return <span class={`tag ${tone}`}>{text}</span>;
}
