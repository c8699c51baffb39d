import { LineCounter, parseDocument, visit } from 'yaml';

/** Null values if unquoted. */
const NOTHING = new Set(['', '~', 'null', 'Null', 'NULL']);

/**
 * Parses YAML 1.2 with every scalar as its literal text: `NO` and `off` are no booleans, `0.70` passes through no
 * binary float and `0010` stays an id. A fault names the line and the parser's code, never a part of the text, as that
 * may be a secret.
 */
export function readYaml(text: string): { ok: true; value: unknown } | { ok: false; faults: string[] } {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { schema: 'failsafe', prettyErrors: false, lineCounter });
  const problems = [...document.errors, ...document.warnings];
  if (problems.length > 0) {
    return {
      ok: false,
      faults: problems.map(
        ({ code, pos }) => `line ${lineCounter.linePos(pos[0]).line}: is not valid YAML (${code})`,
      ),
    };
  }
  visit(document, {
    Scalar(key, node) {
      if (key !== 'key' && node.type === 'PLAIN' && NOTHING.has(String(node.value))) node.value = null;
    },
  });
  return { ok: true, value: document.toJS() };
}
