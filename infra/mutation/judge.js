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
    return mutants.map(({ location, mutatorName, replacement, status }) => {
      const at = location.start.line;
      return { path, at, line: lines[at - 1].trim(), kind: mutatorName, to: replacement, status };
    });
  });
}

function isSame(known, { path, line, to }) {
  return path.endsWith(known.file) && known.line === line && known.to === to;
}

module.exports = { judge };
