// Pictures of every view and pane in four themes, two languages and several sizes, for looking at; not of the README.
import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** The first argument that is no language and no name of something is the folder; without it a new one is made. */
export async function takeEveryScreenshot([folder, ...rest]) {
  const require = createRequire(import.meta.url);
  const { projectRoot } = require('../test/editor/places.ts');
  const { takeAll } = require('../test/pictures/taking.ts');
  const { writeSheets } = require('../test/pictures/sheet.ts');
  const { pictureLanguages } = require('../test/pictures/texts.ts');
  const building = spawnSync(process.execPath, [join(projectRoot, 'esbuild.mjs')], { stdio: 'inherit' });
  if (building.status !== 0) throw new Error('The extension could not be built.');
  const place = folder === undefined ? mkdtempSync(join(tmpdir(), 'history-pictures-')) : resolve(folder);
  const languages = pictureLanguages.filter((language) => rest.includes(language));
  const pictures = [];
  await takeAll({
    folder: place,
    languages: languages.length > 0 ? languages : pictureLanguages,
    wanted: rest.filter((word) => !pictureLanguages.includes(word)),
    onPicture: (picture) => pictures.push(picture),
    onFailure: (name, error) => {
      process.exitCode = 1;
      console.error(`${name}: ${error instanceof Error ? error.message : error}`);
    },
  });
  await writeSheets(place, pictures);
  console.log(`${pictures.length} pictures: ${join(place, 'index.html')}`);
}
