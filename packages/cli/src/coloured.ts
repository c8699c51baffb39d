import { styleText } from 'node:util';

const BAD = /^(failed|refused|disputed|dead|held|open|not_placed|unavailable|[45]\d\d)\b/;
const WAITS = /^(waiting|placing|routing|replaying|taken|stopping|dry_run|draining|queued|reading)\b/;
const GOOD = /^(placed|shipped|accepted|resolved|confirmed|live|registered|200)\b/;

/** How a cell of a table looks at a terminal: its colour shows its state too, but never alone. */
export function coloured(env: Readonly<Record<string, string | undefined>>) {
  const plain = (env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb';
  return (cell: string, { isHead, text }: { isHead: boolean; text: string }): string => {
    if (plain) return cell;
    if (isHead) return styleText('bold', cell);
    if (BAD.test(text)) return styleText('red', cell);
    if (WAITS.test(text)) return styleText('yellow', cell);
    return GOOD.test(text) ? styleText('green', cell) : cell;
  };
}
