import { EQUIVALENT } from './equivalent.mjs';

/**
 * Prints what became of the changes to one part: the share that its tests noticed, and each that none noticed.
 * A change that alters nothing (`EQUIVALENT`) counts neither way.
 *
 * @param {{ name: string, floor: number }} part
 * @param {import('mutation-testing-report-schema').MutationTestResult} result
 * @returns {boolean} whether the floor is kept
 */
export function report(part, result) {
  const changes = Object.entries(result.files).flatMap(([path, file]) =>
    file.mutants.map((mutant) => ({
      path,
      ...mutant,
      line: file.source.split('\n')[mutant.location.start.line - 1].trim(),
    })),
  );
  const judged = changes.filter(
    ({ status }) => status !== 'CompileError' && status !== 'RuntimeError' && status !== 'Ignored',
  );
  const equal = judged.filter(isEquivalent);
  const unnoticed = judged.filter(
    (change) => !equal.includes(change) && (change.status === 'Survived' || change.status === 'NoCoverage'),
  );
  const counted = judged.length - equal.length;
  const share = (100 * (counted - unnoticed.length)) / counted;
  for (const { path, location, line, replacement, mutatorName } of unnoticed)
    console.log(`  ${path}:${location.start.line} ${mutatorName}\n    ${line}\n    → ${replacement}`);
  console.log(
    `${part.name}: ${share.toFixed(1)} % of ${counted} changes noticed (at least ${part.floor}), ${equal.length} alter nothing`,
  );
  return share >= part.floor;
}

function isEquivalent({ path, line, replacement }) {
  return EQUIVALENT.some(
    (known) => path.endsWith(known.file) && known.line === line && known.to === replacement,
  );
}
