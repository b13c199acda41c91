import { buildSync } from 'esbuild';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serverFile } from '../server/withServer.ts';

export interface Servers {
  /** A folder that is removed afterwards. */
  readonly folder: string;
  /** The file of a bare SDK server, bundled as the product is. */
  readonly bare: string;
  /** The file of the product's server. */
  readonly history: string;
}

/** Runs with the product's server, as it was built, and a bare one. */
export async function withServers(run: (servers: Servers) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'history-bench-'));
  try {
    const bare = join(folder, 'bare.js');
    buildSync({
      entryPoints: [join(__dirname, 'bareServer.ts')],
      outfile: bare,
      bundle: true,
      minify: true,
      platform: 'node',
      target: 'node20',
      format: 'cjs',
      legalComments: 'none',
      logLevel: 'error',
    });
    await run({ folder, bare, history: serverFile });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
