// Builds the programs of the product into dist/, or the in-editor tests into dist-test/.
//   node esbuild.mjs [--watch] [--production]
//   node esbuild.mjs --tests
import { build, context } from 'esbuild';
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { require } from 'tsx/cjs/api';
import { chatAppNow } from './scripts/build/chatApp.mjs';
import { writeAllPlugins } from './scripts/build/plugins.mjs';
import { inParts, loadedWith, partsMark, writeParts } from './scripts/build/parts.mjs';
import { thirdPartyNotices } from './scripts/notices.mjs';
import { chineseBundle, textProblems, textsOfPrograms } from './scripts/texts.mjs';

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

/** What is said in Chinese is loaded when it is. What the editor alone says is left out. */
const chineseLater = {
  name: 'chinese-later',
  setup({ onResolve }) {
    onResolve({ filter: /\/bundle\.l10n\.zh-cn\.json$/ }, ({ kind }) =>
      kind === 'require-call' ? { path: './chinese.js', external: true } : undefined,
    );
  },
};
const chineseOfPrograms = {
  name: 'chinese-of-programs',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]bundle\.l10n\.zh-cn\.json$/ }, () => ({
      contents: `module.exports = ${JSON.stringify(textsOfPrograms())};`,
    }));
  },
};

const node = {
  ...common,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  supported: { 'dynamic-import': false }, // of a file that is CommonJS, too
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' }, // its other form loads its parts at run time
  plugins: [seldom, chineseLater],
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

/** What the hook seldom needs are parts of the programs that agents start. */
const hookParts = {
  name: 'hook-parts',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/(?:hook|brief|archiveCommand|endedSession|lossNote)\.ts$/ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path: `./hook-${path.slice(2, -3)}.js`, external: true } : undefined,
    );
  },
};

/**
 * What agents start, in parts: the server starts without its tools, and loads them after they were listed; the command
 * line loads its commands, the server or the hook.
 */
const agentsPrograms = {
  ...node,
  ...inParts,
  entryPoints: {
    ...{ server: 'src/server/main.ts', cli: 'src/cli/main.ts', formats: 'src/connect/formats.ts' },
    ...{ 'hook-hook': 'src/hook/hook.ts', 'hook-brief': 'src/hook/brief.ts' },
    ...{
      'hook-archiveCommand': 'src/hook/archiveCommand.ts',
      'hook-endedSession': 'src/hook/endedSession.ts',
      'hook-lossNote': 'src/hook/lossNote.ts',
    },
  },
  outdir: 'dist',
  alias: { ...node.alias, yaml: resolve('node_modules/yaml/browser/dist/index.js') }, // of which parts are left out
  define: {
    HISTORY_STORE_VERSION: JSON.stringify(version),
    PARTS_OF_CALLS: JSON.stringify(partsMark),
  },
  charset: 'utf8',
  sourcemap: production ? false : 'inline',
  plugins: [...node.plugins, withoutAjv, offerListNow, chatAppNow(common)],
};

/**
 * What each program loads, moment by moment: the server from its start to a search, the command line, and each part of the
 * hook. A moment is a list of sources; parts loaded at the same moments become one file.
 */
const momentsOfAgents = [
  [
    ['src/server/main.ts'],
    ['src/server/callHandlers.ts', 'src/store/store.ts', 'src/server/calls/maintenance.ts'],
    ['src/server/readHandlers.ts', 'src/server/toolOffers.ts'],
    ['src/agents/transcripts.ts'],
    ['src/find/search/makeSearch.ts', 'src/history/meaning/concepts.ts'],
    ['src/server/http/httpServer.ts'],
  ],
  [
    ['src/cli/commands.ts'],
    ['src/store/store.ts'],
    ['src/agents/transcripts.ts'],
    ['src/find/search/makeSearch.ts'],
    ['src/cli/sessions.ts', 'src/cli/search.ts', 'src/cli/brief.ts', 'src/cli/stats.ts'],
  ],
  ...['lossNote', 'hook', 'brief'].map((name) => [[`src/hook/${name}.ts`]]),
];
agentsPrograms.plugins.push(
  writeParts(agentsPrograms, {
    banner: '#!/usr/bin/env node\n', // they can be started as they are
    beginning: 'src/server/callHandlers.ts',
    together: momentsOfAgents,
  }),
);

/**
 * What the production build may have loaded, in bytes, once these are: the limits make an accidental import show. Each is
 * the size when it was set plus 2 %; one that has to grow is set anew.
 */
const partLimits = {
  'src/server/main.ts': 254_664,
  'src/server/callHandlers.ts': 600_204,
  'src/store/store.ts': 514_461,
  'src/server/readHandlers.ts': 782_635,
  'src/server/http/httpServer.ts': 247_762,
  'src/cli/main.ts': 32_991,
  'src/cli/commands.ts': 71_640,
  'src/connect/formats.ts': 453_923,
  'src/hook/hook.ts': 369_911,
  'src/hook/brief.ts': 333_259,
  'src/extension/extension.ts': 948_056,
};

/** Maximum number of files loaded with a source: each takes time to open, and a virus scanner reads it. */
const fileLimits = {
  'src/server/main.ts': 11,
  'src/server/callHandlers.ts': 18,
  'src/server/readHandlers.ts': 21,
  'src/cli/commands.ts': 10,
  'src/hook/hook.ts': 21,
  'src/hook/brief.ts': 22,
  'src/extension/extension.ts': 3,
};

/** What the editor and the server must not load before it is needed: each of these is a part of its own. */
const laterParts = ['src/agents/transcripts.ts', 'src/find/search/makeSearch.ts'];

/** What the editor runs, in parts: what commands seldom need is loaded by them. */
const extension = {
  ...node,
  ...inParts,
  chunkNames: 'extension-[name]-[hash]',
  entryPoints: { extension: 'src/extension/extension.ts' },
  outdir: 'dist',
  external: ['vscode'],
  charset: 'utf8',
  sourcemap: production ? false : 'inline',
  plugins: [...node.plugins],
};
extension.plugins.push(
  writeParts(extension, {
    together: [['src/extension/extension.ts', ...laterParts].map((source) => [source])],
  }),
);

/** Each other program with the size its production bundle must stay under. */
const programs = [
  {
    limit: 50_000,
    options: { ...node, entryPoints: ['src/disk/sqlite/portable.ts'], outfile: 'dist/portable.js' },
  },
  {
    // An agent that starts waits for it, and loading one file takes half of what loading forty does.
    limit: 57_824,
    options: {
      ...node,
      entryPoints: ['src/hook/main.ts'],
      outfile: 'dist/hook.js',
      charset: 'utf8',
      banner: { js: '#!/usr/bin/env node' },
      plugins: [...node.plugins, hookParts],
    },
  },
  {
    // Agents copy a plugin to a place of their own, so it holds all it needs: what archives, and what makes briefs.
    limit: 782_531,
    options: {
      ...node,
      entryPoints: ['src/hook/main.ts'],
      outfile: 'plugin/dist/hook.js',
      charset: 'utf8',
      sourcemap: false,
      plugins: [seldom, chineseOfPrograms],
    },
  },
  {
    limit: 80_000,
    options: {
      ...node,
      entryPoints: [chineseBundle],
      outfile: 'dist/chinese.js',
      charset: 'utf8',
      sourcemap: false,
      plugins: [chineseOfPrograms],
    },
  },
  // What exported pages look like.
  {
    limit: 30_000,
    options: {
      ...common,
      entryPoints: ['src/extension/export/exported.css'],
      outfile: 'dist/webview/exported.css',
    },
  },
];

const paneSource = (name) => `src/webview/${name}Pane.tsx`;

/** The programs of panes, in parts: what several of them hold is in the package once. The styles a pane imports become a file beside it. */
const panes = {
  ...common,
  platform: 'browser',
  target: 'es2023',
  format: 'esm',
  splitting: true,
  jsx: 'automatic',
  jsxImportSource: 'preact',
  entryPoints: paneNames.map(paneSource),
  outdir: 'dist/webview',
  define: { 'process.env.NODE_ENV': JSON.stringify(production ? 'production' : 'development') },
};

/** The size the production build of a pane must stay under, with all it loads, and that of its styles. */
const paneLimit = 450_000;
const stylesLimit = 40_000;

/** The extension host loads JavaScript only; packages stay outside the bundles, the tests being run in place. */
const tests = {
  ...node,
  logLevel: 'warning',
  sourcemap: 'inline',
  packages: 'external',
  external: ['vscode'],
  plugins: [seldom],
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
  writeAllPlugins();
}

function checkSizes() {
  for (const { limit, options } of programs) checkSize(options.outfile, limit);
  for (const name of paneNames) checkSize(`dist/webview/${name}Pane.css`, stylesLimit);
}

function checkSize(file, limit) {
  checkLimit(file, statSync(file).size, limit);
}

function checkPartSizes(metafiles) {
  const limits = {
    ...partLimits,
    ...Object.fromEntries(paneNames.map((name) => [paneSource(name), paneLimit])),
  };
  for (const [source, limit] of Object.entries(limits)) {
    const sizes = loadedWith(source, metafiles).map((file) => statSync(file).size);
    checkLimit(
      `What ${source} loads`,
      sizes.reduce((sum, size) => sum + size),
      limit,
    );
  }
  for (const [source, limit] of Object.entries(fileLimits)) {
    const { length } = loadedWith(source, metafiles);
    if (length > limit)
      throw new Error(`What ${source} loads lies in ${length} files, over its limit of ${limit}.`);
  }
  for (const source of laterParts)
    if (
      !metafiles
        .slice(0, 2)
        .every(({ outputs }) => Object.values(outputs).some((part) => part.entryPoint === source))
    )
      throw new Error(`${source} is loaded with what imports it: is there an import without import()?`);
}

function checkLimit(what, size, limit) {
  if (size > limit)
    throw new Error(`${what} is ${size} bytes, over its limit of ${limit}: an import it should not have?`);
}

/** The licences of what programs hold, and beside the pages of panes of what they hold: no other package has these. */
function writeNotices(metafiles) {
  const isOfPane = ({ outputs }) => Object.keys(outputs).some((file) => file.startsWith('dist/webview/'));
  const ofPanes = metafiles.filter(isOfPane);
  const ofPrograms = metafiles.filter((metafile) => !isOfPane(metafile));
  writeFileSync(
    'dist/THIRD_PARTY_NOTICES.txt',
    thirdPartyNotices(ofPrograms, ['node_modules/@pydantic/genai-prices']),
  );
  const pictures = 'node_modules/@vscode/codicons';
  writeFileSync('dist/webview/THIRD_PARTY_NOTICES.txt', thirdPartyNotices(ofPanes, [pictures]));
}

if (process.argv.includes('--tests')) {
  rmSync('dist-test', { recursive: true, force: true });
  await build({ ...tests, entryPoints: testSources() });
  mkdirSync('.vscode-test/workspace', { recursive: true }); // what launch.json opens to debug them in
} else {
  const problems = textProblems();
  if (problems.length > 0) throw new Error(`Texts and translations differ:\n${problems.join('\n')}`);
  if (production) rmSync('dist', { recursive: true, force: true });
  copyAssets();
  const builds = [agentsPrograms, extension, panes, ...programs.map(({ options }) => options)];
  if (watch) {
    for (const options of builds) await (await context(options)).watch();
  } else {
    const results = await Promise.all(builds.map((options) => build({ ...options, metafile: true })));
    if (production) {
      const metafiles = results.map(({ metafile }) => metafile);
      checkPartSizes(metafiles.slice(0, 3));
      checkSizes();
      writeNotices(metafiles);
    }
  }
}
