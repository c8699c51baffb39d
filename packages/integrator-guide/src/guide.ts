import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { answerSections } from './answer-sections';
import { endpointSections } from './endpoint-sections';
import { eventSections } from './event-sections';
import { GUIDE_FOLDER } from './folders';
import { fillBlocks } from './markdown';
import { signingSections } from './signing-sections';

/** All generated content of the guide, by block name. */
export const sections = (): Map<string, string> =>
  new Map([...eventSections(), ...endpointSections(), ...answerSections(), ...signingSections()]);

/** The present pages of the guide, by file name. */
export function readPages(): Map<string, string> {
  const names = readdirSync(GUIDE_FOLDER).filter((name) => name.endsWith('.md'));
  return new Map(names.map((name) => [name, readFileSync(join(GUIDE_FOLDER, name), 'utf8')]));
}

/** The same with every generated block filled. */
export function filledPages(): Map<string, string> {
  const generated = sections();
  return new Map([...readPages()].map(([name, page]) => [name, fillBlocks(page, generated)]));
}
