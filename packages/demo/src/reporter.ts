/** Reports in plain language, line by line, what happens in the demonstration. Bold and dim only on a terminal. */
export class Reporter {
  private steps = 0;

  constructor(private readonly out: NodeJS.WriteStream) {}

  title(text: string): void {
    this.write(`\n${this.styled(BOLD, text)}`);
  }

  /** The next step of the journey. */
  step(text: string): void {
    this.steps += 1;
    this.write(`\n${this.styled(BOLD, `${this.steps}. ${text}`)}`);
  }

  print(...lines: string[]): void {
    for (const line of lines) this.write(line === '' ? '' : `   ${line}`);
  }

  /** Figures and ids, beside the events. */
  aside(...lines: string[]): void {
    for (const line of lines) this.write(this.styled(DIM, `   ${line}`));
  }

  private write(line: string): void {
    this.out.write(`${line}\n`);
  }

  private styled(style: string, text: string): string {
    return this.out.isTTY && this.out.hasColors() ? `${style}${text}${PLAIN}` : text;
  }
}

const BOLD = '\u001B[1m';
const DIM = '\u001B[2m';
const PLAIN = '\u001B[0m';
