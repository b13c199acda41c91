import { transform } from 'esbuild';
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

/** Writes the parts as CommonJS, the programs themselves with a banner. */
export function writeParts({ minify, sourcemap, legalComments, charset, target }, banner = '') {
  const how = { minify, sourcemap, legalComments, charset, target, format: 'cjs', platform: 'node' };
  return {
    name: 'write-parts',
    setup({ onEnd, initialOptions: { entryPoints } }) {
      onEnd(async ({ outputFiles = [] }) => {
        await Promise.all(
          outputFiles.map((file) =>
            write(file, how, basename(file.path, '.js') in entryPoints ? banner : ''),
          ),
        );
      });
    },
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
  const start = Object.keys(outputs).find((file) => outputs[file].entryPoint === source);
  if (start === undefined) throw new Error(`No part is made of ${source}.`);
  const found = new Set([start]);
  for (const file of found)
    for (const { path, kind, external } of outputs[file].imports)
      if (kind === 'import-statement' && !external) found.add(path);
  return [...found].map((file) => relative('', file));
}
