const { EQUIVALENT } = require('./equivalent');

/** How a change ended that says nothing of the tests: it could not be made. */
const NOT_MADE = ['CompileError', 'RuntimeError', 'Ignored'];
const UNNOTICED = ['Survived', 'NoCoverage'];

/**
 * What became of the changes to one part. One that alters nothing (`equivalent.js`) counts neither way.
 *
 * @param {object} result
 * @returns {{ share: number, counted: number, equal: number, unnoticed: object[] }} `share`: in percent, of those counted
 */
function judge(result, equivalent = EQUIVALENT) {
  const made = changesOf(result).filter(({ status }) => !NOT_MADE.includes(status));
  const isUnnoticed = ({ status }) => UNNOTICED.includes(status);
  const counted = made.filter(
    (change) => !(isUnnoticed(change) && equivalent.some((known) => isSame(known, change))),
  );
  const unnoticed = counted.filter(isUnnoticed);
  const share = counted.length === 0 ? 0 : (100 * (counted.length - unnoticed.length)) / counted.length;
  return { share, counted: counted.length, equal: made.length - counted.length, unnoticed };
}

function changesOf({ files }) {
  return Object.entries(files).flatMap(([path, { source, mutants }]) => {
    const lines = source.split('\n');
    return mutants.map(({ location: { start, end }, mutatorName, replacement, status }) => {
      const [at, line] = [start.line, lines[start.line - 1]];
      const from = line.slice(start.column - 1, end.line === at ? end.column - 1 : undefined);
      return { path, at, line: line.trim(), kind: mutatorName, from, to: replacement, status };
    });
  });
}

/** A line may hold several changes with the same result: each is told by what it replaces. */
function isSame(known, { path, line, from, to }) {
  return path.endsWith(known.file) && known.line === line && known.from === from && known.to === to;
}

module.exports = { judge };
