// Builds the programs of the product into dist/, or the in-editor tests into dist-test/.
//   node esbuild.mjs [--watch] [--production]
//   node esbuild.mjs --tests
import { build, context } from 'esbuild';
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { require } from 'tsx/cjs/api';
import { thirdPartyNotices } from './scripts/notices.mjs';

const { paneNames } = require('./src/protocol/panes.ts', import.meta.url);
const watch = process.argv.includes('--watch');
const production = process.argv.includes('--production');

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

const common = {
  bundle: true,
  minify: production,
  sourcemap: production ? false : 'linked',
  legalComments: 'none',
  logLevel: 'info',
};

/**
 * What is seldom needed is a bundle of its own: what a Node.js may lack, beside a file of WebAssembly, and what edits
 * the configuration of other programs.
 */
const seldom = {
  name: 'seldom',
  setup({ onResolve }) {
    onResolve({ filter: /\/(?:portable|formats)\.ts$/ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path: `./${path.slice(2, -3)}.js`, external: true } : undefined,
    );
  },
};

const node = {
  ...common,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  supported: { 'dynamic-import': false }, // of a file that is CommonJS, too
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' }, // its other form loads its parts at run time
  plugins: [seldom],
};

/**
 * The SDK's server always loads a JSON Schema validator, for answers to forms. This server shows no forms, hands the
 * SDK a validator of its own, and starts a tenth faster without it.
 */
const withoutAjv = {
  name: 'without-ajv',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]validation[\\/]ajv-provider\.js$/ }, () => ({
      contents: 'export class AjvJsonSchemaValidator {}',
    }));
  },
};

/**
 * The server starts without its tools: these are a bundle of their own, which is loaded after they were listed. HTTP
 * is another one, and so are the commands of the command line, which may be a server, too.
 */
const loadedLater = {
  name: 'loaded-later',
  setup({ onResolve }) {
    onResolve({ filter: /\/callHandlers\.ts$/ }, () => ({ path: './operations.js', external: true }));
    onResolve({ filter: /\/httpServer\.ts$/ }, () => ({ path: './serverHttp.js', external: true }));
    onResolve({ filter: /^\.\/operations\.js$/ }, () => ({ path: './operations.js', external: true }));
  },
};

/** What is offered is the same at every start: the module that lists it is run now and becomes the JSON of what it exports. */
const offerListNow = {
  name: 'offer-list-now',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]server[\\/]offerList\.ts$/ }, async ({ path }) => {
      const { outputFiles, metafile } = await build({
        entryPoints: [path],
        bundle: true,
        platform: 'node',
        format: 'cjs',
        write: false,
        metafile: true,
      });
      const module = { exports: {} };
      const run = new Function('module', 'require', outputFiles[0].text);
      run(module, createRequire(import.meta.url));
      return {
        contents: `export const offerList = ${JSON.stringify(module.exports.offerList)};`,
        watchFiles: Object.keys(metafile.inputs).map((file) => resolve(file)),
      };
    });
  },
};

/** Each program with the size its production bundle must stay under, so that an accidental import shows. */
const programs = [
  {
    limit: 780_000,
    options: {
      ...node,
      entryPoints: ['src/extension/extension.ts'],
      outfile: 'dist/extension.js',
      external: ['vscode'],
    },
  },
  {
    limit: 210_000,
    options: {
      ...node,
      entryPoints: ['src/server/main.ts'],
      outfile: 'dist/server.js',
      banner: { js: '#!/usr/bin/env node' },
      define: { HISTORY_STORE_VERSION: JSON.stringify(version) },
      charset: 'utf8',
      plugins: [seldom, withoutAjv, offerListNow, loadedLater],
    },
  },
  {
    // What calls, commands and the hook do, in one bundle, as all have the store below them. Each makes only its own part ready.
    limit: 910_000,
    options: {
      ...node,
      stdin: {
        contents: `
          export const openHandlers = async (...given) => (await import('./server/callHandlers.ts')).openHandlers(...given);
          export const runCommand = async (args) => (await import('./cli/commands.ts')).runCommand(args);
          export const runHookProgram = async (args) => (await import('./hook/program.ts')).runHookProgram(args);
        `,
        resolveDir: 'src',
      },
      outfile: 'dist/operations.js',
      define: { HISTORY_STORE_VERSION: JSON.stringify(version) },
      charset: 'utf8',
    },
  },
  {
    limit: 180_000,
    options: {
      ...node,
      entryPoints: ['src/server/http/httpServer.ts'],
      outfile: 'dist/serverHttp.js',
      charset: 'utf8',
    },
  },
  {
    limit: 350_000,
    options: { ...node, entryPoints: ['src/hook/main.ts'], outfile: 'dist/hook.js', charset: 'utf8' },
  },
  {
    limit: 50_000,
    options: { ...node, entryPoints: ['src/store/sqlite/portable.ts'], outfile: 'dist/portable.js' },
  },
  {
    limit: 190_000,
    options: { ...node, entryPoints: ['src/connect/formats.ts'], outfile: 'dist/formats.js' },
  },
  {
    limit: 2_000,
    options: {
      ...node,
      entryPoints: ['src/cli/main.ts'],
      outfile: 'dist/cli.js',
      banner: { js: '#!/usr/bin/env node' },
      supported: { 'dynamic-import': false },
      plugins: [loadedLater],
    },
  },
  {
    // Agents copy a plugin to a place of their own, so it holds all it needs.
    limit: 350_000,
    options: {
      ...node,
      entryPoints: ['src/hook/main.ts'],
      outfile: 'plugin/dist/hook.js',
      charset: 'utf8',
      sourcemap: false,
    },
  },
  // The styles a pane imports become a file beside it.
  ...paneNames.map((name) => ({
    limit: 450_000,
    stylesLimit: 40_000,
    options: {
      ...common,
      platform: 'browser',
      target: 'es2023',
      format: 'iife',
      jsx: 'automatic',
      jsxImportSource: 'preact',
      entryPoints: [`src/webview/${name}Pane.tsx`],
      outfile: `dist/webview/${name}Pane.js`,
      define: { 'process.env.NODE_ENV': JSON.stringify(production ? 'production' : 'development') },
    },
  })),
];

/** The extension host loads JavaScript only; packages stay outside the bundles, the tests being run in place. */
const tests = {
  ...node,
  logLevel: 'warning',
  sourcemap: 'inline',
  packages: 'external',
  external: ['vscode'],
  outbase: 'test/extension',
  outdir: 'dist-test',
};

const testSources = () =>
  readdirSync('test/extension', { recursive: true, encoding: 'utf8' })
    .filter((file) => file === 'run.ts' || file.endsWith('.test.ts'))
    .map((file) => `test/extension/${file}`);

function copyAssets() {
  mkdirSync('dist/webview', { recursive: true });
  copyFileSync('node_modules/node-sqlite3-wasm/dist/node-sqlite3-wasm.wasm', 'dist/node-sqlite3-wasm.wasm');
  for (const file of ['codicon.css', 'codicon.ttf'])
    copyFileSync(`node_modules/@vscode/codicons/dist/${file}`, `dist/webview/${file}`);
}

function checkSizes() {
  for (const { limit, stylesLimit, options } of programs) {
    checkSize(options.outfile, limit);
    if (stylesLimit) checkSize(options.outfile.replace(/js$/, 'css'), stylesLimit);
  }
}

function checkSize(file, limit) {
  const { size } = statSync(file);
  if (size > limit)
    throw new Error(`${file} is ${size} bytes, over its limit of ${limit}: an import it should not have?`);
}

if (process.argv.includes('--tests')) {
  rmSync('dist-test', { recursive: true, force: true });
  await build({ ...tests, entryPoints: testSources() });
  mkdirSync('.vscode-test/workspace', { recursive: true }); // what launch.json opens to debug them in
} else {
  if (production) rmSync('dist', { recursive: true, force: true });
  copyAssets();
  if (watch) {
    for (const { options } of programs) await (await context(options)).watch();
  } else {
    const results = await Promise.all(programs.map(({ options }) => build({ ...options, metafile: true })));
    if (production) {
      checkSizes();
      const metafiles = results.map(({ metafile }) => metafile);
      writeFileSync(
        'dist/THIRD_PARTY_NOTICES.txt',
        thirdPartyNotices(metafiles, ['node_modules/@vscode/codicons']),
      );
    }
  }
}
