import { figure } from './amount';

/** `1 order at risk`, `2 698 orders at risk`. @param one the noun for one of them */
export function counted(count: number, one: string): string {
  return `${figure(count)} ${nounFor(count, one)}`;
}

/** `failed message` for one, `failed messages` for any other number. */
export function nounFor(count: number, one: string): string {
  return count === 1 ? one : pluralOf(one);
}

/** `pair of shops` becomes `pairs of shops`, `entry` `entries`. */
function pluralOf(one: string): string {
  const [, noun = one, rest = ''] = /^(.*?)( (?:of|with|at|in|to) .*)?$/.exec(one) ?? [];
  return noun.replace(/(?<=[^aeiou])y$/, 'ie') + `s${rest}`;
}
