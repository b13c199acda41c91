// The page that chats show for replies of tools: one file with its styles and its program.
import { build } from 'esbuild';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { require } from 'tsx/cjs/api';
import { chineseBundle } from '../texts.mjs';

/** The most that a chat may be made to load, in bytes. */
const limit = 45_000;

/** Puts the page into the module that the server loads it from. */
export const chatAppNow = (common) => ({
  name: 'chat-app-now',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]base[\\/]chatAppPage\.ts$/ }, async () => {
      const { page, inputs } = await chatApp(common);
      return {
        contents: `export const chatAppPage = ${JSON.stringify(page)};`,
        loader: 'js',
        watchFiles: [...inputs, chineseBundle].map((file) => resolve(file)),
      };
    });
  },
});

/** Builds the page; always minified, as a chat holds it once for each reply. */
async function chatApp(common) {
  const { outputFiles, metafile } = await build({
    ...common,
    entryPoints: ['src/webview/chat/chatApp.tsx'],
    platform: 'browser',
    target: 'es2023',
    format: 'iife',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    charset: 'utf8',
    minify: true,
    sourcemap: false,
    write: false,
    metafile: true,
    outdir: 'dist',
    define: {
      'process.env.NODE_ENV': '"production"',
      CHAT_STRINGS_ZH: JSON.stringify(chineseStrings()),
    },
  });
  const [program, styles] = ['.js', '.css'].map(
    (end) => outputFiles.find(({ path }) => path.endsWith(end))?.text.trim() ?? '',
  );
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>History</title><style>${styles}</style></head><body><main id="root"></main><script>${program}</script></body></html>`;
  if (Buffer.byteLength(page) > limit)
    throw new Error(`The page of chats has ${Buffer.byteLength(page)} bytes, over its limit of ${limit}.`);
  return { page, inputs: Object.keys(metafile.inputs) };
}

/** The texts of the page in Chinese. */
function chineseStrings() {
  const { chatStrings } = require('../../src/protocol/chatStrings.ts', import.meta.url);
  const chinese = JSON.parse(readFileSync(chineseBundle, 'utf8'));
  return Object.fromEntries(Object.entries(chatStrings).map(([name, text]) => [name, chinese[text]]));
}
