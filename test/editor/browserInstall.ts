import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { installOnce } from './installOnce.ts';
import { run, unpackNpmPackage } from './npmPackage.ts';
import { downloads } from './places.ts';

// Fonts, so that Chinese text and code look the same on every machine, also on one that has none.
const chineseFonts = {
  spec: '@embedpdf/fonts-sc@1.0.0',
  integrity:
    'sha512-ETXl7XCwaQLSSvMO3EUDwMNqtL64kX2LlFxarTRi/NsIGGOIxUurGfKtrkmtnKHrWy1jAJSt6oxK2uJhvdvQIw==',
};
const latinFonts = {
  spec: 'dejavu-fonts-ttf@2.37.3',
  integrity:
    'sha512-f1hd7jJbeQa1VWcw+K2KrTXS50zTMaHpVC4XIKJpNcDeYR5ajMtj/iLlQDYNvLOKamUB3ARVVCf79lNwNVztSQ==',
};

/** A headless Chromium: its program and the environment to start it with. */
export interface Browser {
  readonly executablePath: string;
  readonly env: Readonly<Record<string, string>>;
}

/** `CHROMIUM_PATH`, the system's Chromium or Chrome, or one from npm, unpacked at the first use together with fonts. */
export function findBrowser(): Browser {
  const candidates = [
    process.env.CHROMIUM_PATH,
    '/usr/bin/chromium',
    '/usr/bin/google-chrome',
    join(process.env.PROGRAMFILES ?? '', 'Google/Chrome/Application/chrome.exe'),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ];
  const system = candidates.find((path) => path !== undefined && existsSync(path));
  return system === undefined ? installBrowser() : { executablePath: system, env: {} };
}

function installBrowser(): Browser {
  const folder = join(downloads, 'chromium');
  const source = packedBrowser();
  installOnce(folder, JSON.stringify([source.version, chineseFonts, latinFonts]), (into) =>
    fill(source.bin, into),
  );
  const executablePath = join(folder, 'chromium');
  return {
    executablePath,
    env: { FONTCONFIG_FILE: writeFontsConf(folder), ...librariesFor(executablePath, join(folder, 'lib')) },
  };
}

/** The packed programs inside the development dependency `@sparticuz/chromium`. */
function packedBrowser(): { bin: string; version: string } {
  const root = resolve(dirname(createRequire(__filename).resolve('@sparticuz/chromium')), '../..');
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return { bin: join(root, 'bin'), version };
}

// Unpacked here and not by the package itself, which writes to a fixed place in the shared temporary folder and takes
// any file it finds there for a complete browser.
function fill(bin: string, folder: string): void {
  console.log('Unpacking Chromium and fonts from npm into .vscode-test/chromium (once)…');
  const executable = join(folder, 'chromium');
  writeFileSync(executable, brotliDecompressSync(readFileSync(join(bin, 'chromium.br'))));
  chmodSync(executable, 0o755);
  unpackTar(join(bin, 'swiftshader.tar.br'), folder);
  unpackTar(join(bin, 'al2023.tar.br'), folder);
  const fonts = join(folder, 'fonts');
  unpackNpmPackage(chineseFonts, join(fonts, 'chinese'), [
    'package/fonts/NotoSansHans-Regular.otf',
    'package/fonts/NotoSansHans-Bold.otf',
    'package/LICENSE',
  ]);
  unpackNpmPackage(latinFonts, join(fonts, 'latin'), ['package/ttf', 'package/LICENSE']);
  unpackTar(join(bin, 'fonts.tar.br'), fonts);
}

function unpackTar(packed: string, into: string): void {
  mkdirSync(into, { recursive: true });
  const archive = join(into, 'unpacking.tar');
  writeFileSync(archive, brotliDecompressSync(readFileSync(packed)));
  run('tar', ['xf', archive, '-C', into], into);
  rmSync(archive);
}

/** Made at each use because it holds absolute paths, and the folder may have been moved. */
function writeFontsConf(folder: string): string {
  const file = join(folder, 'fonts.conf');
  const prefer = (alias: string, family: string): string =>
    `<alias binding="strong"><family>${alias}</family><prefer><family>${family}</family><family>Noto Sans Hans</family></prefer></alias>`;
  const contents = `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
<dir>${join(folder, 'fonts')}</dir><cachedir>${join(folder, 'fonts-cache')}</cachedir>
${prefer('sans-serif', 'Open Sans')}${prefer('system-ui', 'Open Sans')}${prefer('monospace', 'DejaVu Sans Mono')}
</fontconfig>\n`;
  if (!existsSync(file) || readFileSync(file, 'utf8') !== contents) writeFileSync(file, contents);
  return file;
}

/** The few system libraries Chromium needs come along; they are used only where the machine lacks them. */
function librariesFor(executable: string, libraries: string): Record<string, string> {
  const cannotLoad = 127;
  return spawnSync(executable, ['--version']).status === cannotLoad ? { LD_LIBRARY_PATH: libraries } : {};
}
