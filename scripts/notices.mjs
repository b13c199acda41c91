import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The licences of every package that esbuild put into a bundle, as their terms ask, plus those of `others`. */
export function thirdPartyNotices(metafiles, others) {
  const folders = metafiles.flatMap(({ outputs }) =>
    Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs)),
  );
  const packages = new Set([
    ...folders.map(packageFolder).filter((folder) => folder !== undefined),
    ...others,
  ]);
  return [...packages]
    .sort()
    .map(notice)
    .join(`\n${'-'.repeat(80)}\n\n`);
}

/** The folder of the package a bundled file belongs to; undefined for our own files. */
function packageFolder(file) {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0];
}

function notice(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const texts = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
  const text = texts.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n');
  return `${name} ${version} (${license})\n\n${text}\n`;
}
