const { readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');

/** Blank, or a comment: as `grep -vE '^\s*($|//|/?\*)'` leaves it out. */
const NO_CODE = /^\s*($|\/\/|\/?\*)/;

const linesOf = (file) => {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => !NO_CODE.test(line)).length;
};

const codeFiles = (folder, extension) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(extension))
    .map((entry) => join(entry.parentPath, entry.name));

const LIMITS = [
  { adapter: 'vendure', extension: '.ts', limit: 300 },
  { adapter: 'medusa', extension: '.js', limit: 350 },
];

describe.each(LIMITS)('what is written for $adapter', ({ adapter, extension, limit }) => {
  const files = codeFiles(join(__dirname, adapter, 'src'), extension);
  const counts = files.map((file) => ({ file, lines: linesOf(file) }));
  const sum = counts.reduce((total, { lines }) => total + lines, 0);

  it(`has at most ${limit} lines of code: what any adapter would write belongs in the kit`, () => {
    expect(counts.length).toBeGreaterThan(1);
    expect(sum).toBeLessThanOrEqual(limit);
  });

  it('is of as many lines as its README says, file by file and in all', () => {
    const readme = readFileSync(join(__dirname, adapter, 'README.md'), 'utf8');
    for (const { file, lines } of counts.filter(
      (one) => one.file.includes(`src/hub/`) || adapter === 'vendure',
    ))
      expect(readme).toMatch(new RegExp(`${file.split('/').at(-1)}\`\\s*\\|[^\\n]*\\b${lines}\\s*\\|`));
    expect(readme).toContain(`${sum} lines of code`);
  });
});
