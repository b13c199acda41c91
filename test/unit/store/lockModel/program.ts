import fs from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';

/** A change of the lock's source: what stands there, and what is to stand there instead. */
export type Change = readonly [from: string, to: string];

/** The lock and all it is made of, in one text that asks for Node's own modules by `require`. */
export async function lockProgram(change?: Change): Promise<string> {
  let changed = 0;
  const { outputFiles } = await build({
    entryPoints: [join(__dirname, '../../../../src/disk/files/lock.ts')],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    write: false,
    plugins: [
      {
        name: 'change',
        setup(builder) {
          builder.onLoad({ filter: /[/\\]files[/\\]\w+\.ts$/ }, async ({ path }) => {
            const source = await fs.readFile(path, 'utf8');
            if (change === undefined || !source.includes(change[0]))
              return { contents: source, loader: 'ts' };
            changed++;
            return { contents: source.replace(change[0], () => change[1]), loader: 'ts' };
          });
        },
      },
    ],
  });
  if (change !== undefined && changed !== 1) throw new Error(`${change[0]} stands in ${changed} files.`);
  return outputFiles[0]!.text;
}
