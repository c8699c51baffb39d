const { createHash } = require('node:crypto');
const { readdirSync, readFileSync } = require('node:fs');
const path = require('node:path');
const { parseAllDocuments } = require('yaml');

const FOLDER = path.join(__dirname, '..');
const SOURCES = ['base', 'components', 'overlays'];

exports.OVERLAYS = ['development', 'production'];

exports.renderedFile = (overlay) => path.join(FOLDER, 'rendered', `${overlay}.yaml`);

/** The objects of a rendered file. */
exports.objectsOf = (text) => parseAllDocuments(text).map((document) => document.toJS());

/** Of every source, so that what was rendered before a change of them is seen to be old without rendering it again. */
exports.sourcesHash = () => {
  const hash = createHash('sha256');
  for (const folder of SOURCES)
    for (const name of readdirSync(path.join(FOLDER, folder), { recursive: true }).toSorted())
      if (name.endsWith('.yaml'))
        hash.update(`${folder}/${name}\n`).update(readFileSync(path.join(FOLDER, folder, name)));
  return hash.digest('hex').slice(0, 16);
};
