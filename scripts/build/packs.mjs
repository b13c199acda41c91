import { build } from 'esbuild';
import { basename } from 'node:path';

/*
 * esbuild makes a part of whatever some programs have in common, and of whatever is imported with `import()`: hundreds
 * of files, each of which costs a tenth of a millisecond to open, and far more where a virus scanner looks at it. So
 * parts that are always loaded together become one file, a pack.
 */

/**
 * Gives each part, by its name, the name of the file it goes into. A sequence is what one program loads, moment by
 * moment, each a set of names: parts that all sequences load at the same moments go into one file, and parts that none
 * loads have one each. A program has a file of its own: who loads it runs it.
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
 * Makes the text of a pack, and its source map. `parts` are all parts by name, each with its text, what it exports and
 * its file. What the part that gives the file its name exports keeps its names; what others export gets the number of
 * its part before them.
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
