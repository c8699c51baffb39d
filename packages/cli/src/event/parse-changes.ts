import { CommandFailure } from '../failure';

/** `path=value` of `--set`; a value that reads as JSON is that, else it is a text. */
export function parseChanges(given: readonly string[] = []): [path: string, value: unknown][] {
  return given.map((change) => {
    const [path = '', ...value] = change.split('=');
    if (path === '' || value.length === 0)
      throw new CommandFailure([`--set ${change}: write path=value, such as data.order_id=4711`]);
    return [path, read(value.join('='))];
  });
}

/** An id of digits stays a text: no identifier of the contract is a number. */
function read(text: string): unknown {
  if (/^".*"$/.test(text) || /^[[{]|^(?:true|false|null)$/.test(text)) return JSON.parse(text);
  return text;
}
