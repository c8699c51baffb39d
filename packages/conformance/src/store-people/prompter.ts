/** One thing that is asked of the store's people. */
export interface Prompt {
  text: string;
  /** What answers it: an event of the store or the word that it is done; that word alone; a whole number; an amount; yes or no. */
  expects: 'event' | 'done' | 'number' | 'amount' | 'yes_or_no';
}

/** Where the store's people are asked. */
export interface Prompter {
  /** Nothing, or anything else: it is done; `s`: it is skipped; else a number or an amount, `y` or `n`. Null where the signal ends the question. */
  ask(prompt: Prompt, signal: AbortSignal): Promise<string | null>;
  close(): void;
}
