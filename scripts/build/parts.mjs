import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { packed, packsOf } from './packs.mjs';

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

/**
 * Writes the parts as CommonJS, and a banner before programs. `together` are the sequences of moments whose parts share
 * files (see `packsOf`); `beginning` is the source into which the names of the parts below it are written.
 */
export function writeParts(
  { minify, sourcemap, legalComments, charset, target, outdir },
  { banner, beginning, together },
) {
  const options = {
    // Of no platform: for Node.js esbuild lists exports once more, for ES modules that import them by name.
    ...{ minify, legalComments, charset, target, format: 'cjs', platform: 'neutral' },
    sourcemap: sourcemap && 'external', // of the source, as what was made of it first has an inline map
    supported: { 'dynamic-import': false }, // of a file that is CommonJS, too
  };
  return {
    name: 'write-parts',
    setup({ onEnd, initialOptions: { entryPoints } }) {
      onEnd(async (result) => {
        if (result.errors.length > 0) return;
        const parts = partsOf(shortlyNamed(result), together, entryPoints);
        result.metafile.packs = new Map(Array.from(parts, ([name, { file }]) => [name, file]));
        const below = beginning ? partsBelow(beginning, result.metafile) : [];
        const marked = below.map((file) => `./${file} `).join('');
        for (const part of parts.values()) part.text = part.text.replace(partsMark, () => marked);
        mkdirSync(outdir, { recursive: true });
        const files = new Set(result.metafile.packs.values());
        await Promise.all(
          Array.from(files, async (file) => {
            const begins = banner && basename(file, '.js') in entryPoints ? { banner: { js: banner } } : {};
            write(join(outdir, file), await packed(file, parts, { ...options, ...begins }));
          }),
        );
      });
    },
  };
}

/** The parts by name, each with its text, what it exports and the file it goes into. */
function partsOf({ outputFiles, metafile }, together, entryPoints) {
  const { outputs } = metafile;
  const names = outputFiles.map(({ path }) => basename(path));
  const namesWith = (source) => Array.from(loadedAtOnce(source, outputs), (file) => basename(file));
  const loads = together.map((moments) => moments.map((sources) => new Set(sources.flatMap(namesWith))));
  const files = packsOf(names, loads, new Set(Object.keys(entryPoints).map((name) => `${name}.js`)));
  const exportsOf = new Map(Object.entries(outputs).map(([file, { exports }]) => [basename(file), exports]));
  return new Map(
    outputFiles.map(({ text }, at) => {
      const name = names[at];
      return [name, { text, exports: exportsOf.get(name), file: files.get(name) }];
    }),
  );
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

function write(path, { code, map }) {
  writeFileSync(path, map === undefined ? code : `${code}//# sourceMappingURL=${basename(path)}.map\n`);
  if (map !== undefined) writeFileSync(`${path}.map`, map);
}

/**
 * What is loaded together with the part that is made of a source file, itself included: a list of files. The file is a
 * program, or is imported with `import()`.
 */
export function loadedWith(source, metafiles) {
  const outputs = Object.assign({}, ...metafiles.map((metafile) => metafile.outputs));
  const packs = new Map(metafiles.flatMap((metafile) => [...(metafile.packs ?? [])]));
  const found = loadedAtOnce(source, outputs);
  const files = [...found].map((file) => join(dirname(file), packs.get(basename(file)) ?? basename(file)));
  return [...new Set(files)];
}

/** Names of the files that the part that is made of a source file, and all that it loads at once or later, loads with `import()`. */
function partsBelow(source, { outputs, packs }) {
  const found = reached(partOf(source, outputs), outputs, ['import-statement', 'dynamic-import']);
  const later = [...found].flatMap((file) => importsOf(outputs[file], ['dynamic-import']));
  return [...new Set(later.map((file) => packs.get(basename(file))))];
}

function partOf(source, outputs) {
  const file = Object.keys(outputs).find((each) => outputs[each].entryPoint === source);
  if (file === undefined) throw new Error(`No part is made of ${source}.`);
  return file;
}

/** The part of a source file, and all that is loaded at once with it. */
const loadedAtOnce = (source, outputs) => reached(partOf(source, outputs), outputs, ['import-statement']);

function reached(start, outputs, kinds) {
  const found = new Set([start]);
  for (const file of found) for (const path of importsOf(outputs[file], kinds)) found.add(path);
  return found;
}

const importsOf = ({ imports }, kinds) =>
  imports.filter(({ kind, external }) => kinds.includes(kind) && !external).map(({ path }) => path);
