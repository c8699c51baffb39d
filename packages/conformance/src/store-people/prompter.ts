/** One request to the store's staff. */
export interface Prompt {
  text: string;
  /**
   * What answers it. `event`: an event of the store, or the confirmation that it is done. `done`: only the confirmation.
   * `number`: a whole number.
   */
  expects: 'event' | 'done' | 'number' | 'amount' | 'yes_or_no';
}

/** Where the store's staff is prompted. */
export interface Prompter {
  /**
   * Null if the signal ends the question. `s`: it is skipped. A number, an amount, `y` or `n` answers what asks for it. An empty
   * line, or any other text: it is done.
   */
  ask(prompt: Prompt, signal: AbortSignal): Promise<string | null>;
  close(): void;
}
