import { writeFileSync } from 'node:fs';
import type { DeskOptions } from '../desk/desk-options';
import { ask } from '../desk/with-desk';
import { note, print, printFile, printJson } from '../output';

/** `hub golive <slug> certificate`: the signed file, to a file or to standard output. */
export async function certificate(shop: string, options: DeskOptions & { out?: string }): Promise<void> {
  const { out, json } = options;
  const { certificate: text } = await ask(options, 'golive.certificate', { shop });
  if (out === undefined) return printFile(text);
  writeFileSync(out, text);
  if (json) printJson({ shop, file: out });
  else note(`written to ${out}`);
}

/** `hub golive key`: how other installations recognise this one's certificates. */
export async function key(options: DeskOptions): Promise<void> {
  const found = await ask(options, 'golive.key', {});
  if (options.json) printJson(found);
  else print(found.fingerprint);
}
