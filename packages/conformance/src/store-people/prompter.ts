/** One request to the store's staff. */
export interface Prompt {
  text: string;
  /**
   * What answers it: an event of the store or the confirmation that it is done; only the confirmation; a whole number;
   * an amount; yes or no.
   */
  expects: 'event' | 'done' | 'number' | 'amount' | 'yes_or_no';
}

/** Where the store's staff is prompted. */
export interface Prompter {
  /**
   * An empty line, or any other text: it is done; `s`: it is skipped; else a number or an amount, `y` or `n`. Null
   * where the signal ends the question.
   */
  ask(prompt: Prompt, signal: AbortSignal): Promise<string | null>;
  close(): void;
}
