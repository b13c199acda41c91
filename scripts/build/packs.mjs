import { build } from 'esbuild';
import { basename } from 'node:path';

/*
 * esbuild makes a part of whatever some programs have in common, and of whatever is imported with `import()`: hundreds
 * of files, each of which costs a tenth of a millisecond to open, and far more where a virus scanner looks at it. So
 * parts that are always loaded together become one file, a pack.
 */

/**
 * Returns the file name of each part, by the part's name. A sequence lists what one program loads, moment by moment, as
 * sets of names. Parts loaded at the same moments of all sequences share a file; parts of no sequence get their own, and
 * so do programs, which loading would run.
 */
export function packsOf(parts, sequences, programs) {
  const groups = new Map();
  for (const part of parts) {
    const moments = sequences.map((sets) => sets.findIndex((names) => names.has(part)));
    const isAlone = programs.has(part) || moments.every((moment) => moment < 0);
    const key = isAlone ? part : moments.join();
    groups.set(key, [...(groups.get(key) ?? []), part]);
  }
  const files = new Map();
  for (const [file, ...others] of groups.values())
    for (const part of [file, ...others]) files.set(part, file);
  return files;
}

/**
 * Builds a pack: its code and source map. `parts` maps names to `{text, exports, file}`. Exports of the part that names
 * the file keep their names; those of others are prefixed with the number of their part.
 */
export async function packed(file, parts, options) {
  const numbers = new Map([...parts.keys()].map((name, number) => [name, number]));
  const outer = (name, exported) =>
    name === parts.get(name).file ? exported : `part${numbers.get(name)}_${exported}`;
  const exportsOf = (name, write) => `{ ${parts.get(name).exports.map(write).join(', ')} }`;
  const mine = [...parts.keys()].filter((name) => parts.get(name).file === file);
  const contents = mine.map(
    (name) => `export ${exportsOf(name, (each) => `${each} as ${outer(name, each)}`)} from './${name}';`,
  );
  const { outputFiles } = await build({
    ...options,
    bundle: true,
    write: false,
    stdin: { contents: contents.join('\n'), sourcefile: file, resolveDir: '.' },
    outfile: file,
    plugins: [
      {
        name: 'pack',
        setup({ onLoad, onResolve }) {
          onResolve({ filter: /./ }, ({ path }) => {
            const name = path.startsWith('./') ? basename(path) : '';
            const part = parts.get(name);
            if (part?.file === file) return { path: name, namespace: 'part' };
            return part === undefined || part.file === name
              ? { path, external: true }
              : { path: name, namespace: 'packed' };
          });
          onLoad({ filter: /./, namespace: 'part' }, ({ path }) => ({ contents: parts.get(path).text }));
          onLoad({ filter: /./, namespace: 'packed' }, ({ path }) => ({
            contents: `export ${exportsOf(path, (each) => `${outer(path, each)} as ${each}`)} from './${parts.get(path).file}';`,
          }));
        },
      },
    ],
  });
  const [code, map] = ['.js', '.map'].map((end) => outputFiles.find(({ path }) => path.endsWith(end))?.text);
  return { code, map };
}
