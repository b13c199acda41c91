import { transform } from 'esbuild';
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, relative } from 'node:path';

/**
 * Options that build programs in parts: what several of them hold is a file that all of them load, and what is imported
 * with `import()` is loaded then. esbuild parts only ES modules, so each part is made CommonJS afterwards, as what the
 * editor and Node.js 20 load as `.js` without further ado.
 */
export const inParts = {
  format: 'esm',
  splitting: true,
  write: false,
  metafile: true,
  chunkNames: '[name]-[hash]',
  supported: {},
};

/** What stands in the text of a part for the parts that `partsBelow` names. */
export const partsMark = '@parts@';

/** Writes the parts as CommonJS, the programs themselves with a banner. `beginning` is the source whose parts below it are written into it. */
export function writeParts(
  { minify, sourcemap, legalComments, charset, target },
  { banner = '', beginning } = {},
) {
  // Of no platform: for Node.js esbuild lists exports once more, for ES modules that import them by name.
  const how = { minify, sourcemap, legalComments, charset, target, format: 'cjs', platform: 'neutral' };
  return {
    name: 'write-parts',
    setup({ onEnd, initialOptions: { entryPoints } }) {
      onEnd(async (result) => {
        if (result.errors.length > 0) return;
        const { outputFiles, metafile } = shortlyNamed(result);
        const below = beginning ? partsBelow(beginning, metafile) : [];
        const names = below.map((file) => `./${basename(file)} `).join('');
        await Promise.all(
          outputFiles.map(({ path, text }) =>
            write(
              { path, text: text.replace(partsMark, () => names) },
              how,
              basename(path, '.js') in entryPoints ? banner : '',
            ),
          ),
        );
      });
    },
  };
}

/**
 * The same with names of parts that have the hash of all of them instead of their own, which is as good: a program that
 * runs while others are put in their place finds none that are not its own. The names stand in parts 1,700 times, and
 * hashes are what no packing makes smaller.
 */
function shortlyNamed(result) {
  const { outputFiles, metafile } = result;
  const hash = createHash('sha256');
  for (const { text } of outputFiles) hash.update(text);
  const build = hash.digest('hex').slice(0, 8);
  const counts = new Map();
  const renamed = new Map();
  for (const old of outputFiles.map(({ path }) => basename(path)).sort()) {
    const name = /^(.+)-[A-Z0-9]{8}\.js$/.exec(old)?.[1];
    if (name === undefined) continue;
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    renamed.set(old, `${name}${count || ''}-${build}.js`);
  }
  const rename = (text) =>
    text.replaceAll(/(?<=[\\/])[\w-]+-[A-Z0-9]{8}\.js\b/g, (old) => renamed.get(old) ?? old);
  result.metafile = JSON.parse(rename(JSON.stringify(metafile)));
  return {
    outputFiles: outputFiles.map(({ path, text }) => ({ path: rename(path), text: rename(text) })),
    metafile: result.metafile,
  };
}

async function write({ path, text }, how, banner) {
  const { code, map } = await transform(text, {
    ...how,
    sourcemap: how.sourcemap && 'external', // of the source, as what was made of it first has an inline map
    sourcefile: basename(path),
    supported: { 'dynamic-import': false }, // of a file that is CommonJS, too
    banner,
  });
  mkdirSync(dirname(path), { recursive: true });
  if (map === '') return writeFileSync(path, code);
  writeFileSync(`${path}.map`, map);
  writeFileSync(path, `${code}//# sourceMappingURL=${basename(path)}.map\n`);
}

/**
 * What is loaded together with the part that is made of a source file, itself included: a list of files. The file is a
 * program, or is imported with `import()`.
 */
export function loadedWith(source, metafiles) {
  const outputs = Object.assign({}, ...metafiles.map((metafile) => metafile.outputs));
  const found = reached(partOf(source, outputs), outputs, ['import-statement']);
  return [...found].map((file) => relative('', file));
}

/** What the part that is made of a source file, and all that it loads at once or later, loads with `import()`: a list of files. */
function partsBelow(source, { outputs }) {
  const found = reached(partOf(source, outputs), outputs, ['import-statement', 'dynamic-import']);
  const later = [...found].flatMap((file) => importsOf(outputs[file], ['dynamic-import']));
  return [...new Set(later)];
}

function partOf(source, outputs) {
  const file = Object.keys(outputs).find((each) => outputs[each].entryPoint === source);
  if (file === undefined) throw new Error(`No part is made of ${source}.`);
  return file;
}

function reached(start, outputs, kinds) {
  const found = new Set([start]);
  for (const file of found) for (const path of importsOf(outputs[file], kinds)) found.add(path);
  return found;
}

const importsOf = ({ imports }, kinds) =>
  imports.filter(({ kind, external }) => kinds.includes(kind) && !external).map(({ path }) => path);
