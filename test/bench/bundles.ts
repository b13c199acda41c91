import { buildSync } from 'esbuild';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Bundles {
  readonly folder: string;
  readonly bare: string;
  readonly history: string;
}

/** Runs with the product's server and the bare one, bundled alike, in a folder that is removed afterwards. */
export async function withBundles(run: (bundles: Bundles) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'history-bench-'));
  try {
    const bundle = (entry: string, name: string): string => {
      const outfile = join(folder, name);
      const root = join(__dirname, '../..');
      buildSync({
        entryPoints: [join(root, entry)],
        outfile,
        bundle: true,
        minify: true,
        platform: 'node',
        target: 'node20',
        format: 'cjs',
        legalComments: 'none',
        logLevel: 'error',
      });
      return outfile;
    };
    await run({
      folder,
      bare: bundle('test/bench/bareServer.ts', 'bare.js'),
      history: bundle('src/server/main.ts', 'history.js'),
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The middle of some measurements. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

/** Milliseconds an operation takes. */
export async function timed(operation: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await operation();
  return performance.now() - start;
}
