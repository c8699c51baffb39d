import { BROKEN_RULES } from '../broken-rules/broken-rules';
import type { Switches } from '../broken-rules/switches';

/** Every switch with its rule as text, and whether the rule is broken now. */
export function describeSwitches({ broken }: Switches): object[] {
  return BROKEN_RULES.map(({ id, rule }) => ({ id, rule, broken: broken.includes(id) }));
}
