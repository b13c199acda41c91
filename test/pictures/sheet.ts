import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { launchBrowser } from '../editor/startEditor.ts';
import type { Picture } from './taking.ts';

/**
 * Writes a page with all pictures of each thing, for looking at many at once, and a picture of that page for each size
 * and language: the four themes beside each other.
 */
export async function writeSheets(folder: string, pictures: readonly Picture[]): Promise<readonly string[]> {
  const browser = await launchBrowser();
  const made: string[] = [];
  try {
    const page = await browser.newPage({ viewport: { width: 1_600, height: 1_000 } });
    for (const [name, own] of bySheet(pictures)) {
      const file = join(folder, `sheet-${name}.html`);
      writeFileSync(file, sheetOf(name, own));
      await page.goto(pathToFileURL(file).href, { waitUntil: 'load' });
      await page.locator('main').screenshot({ path: join(folder, `sheet-${name}.png`) });
      made.push(name);
    }
  } finally {
    await browser.close();
  }
  const links = made.map((name) => `<li><a href="sheet-${name}.html">${name}</a></li>`).join('\n');
  writeFileSync(join(folder, 'index.html'), pageOf('Pictures', `<ul>${links}</ul>`));
  return made;
}

function bySheet(pictures: readonly Picture[]): ReadonlyMap<string, readonly Picture[]> {
  const sheets = new Map<string, Picture[]>();
  for (const picture of pictures) {
    const name = `${picture.showing}-${picture.language}-${picture.size}`;
    sheets.set(name, [...(sheets.get(name) ?? []), picture]);
  }
  return sheets;
}

const sheetOf = (name: string, pictures: readonly Picture[]): string =>
  pageOf(
    name,
    pictures.map(({ file, theme }) => `<img src="${encodeURIComponent(file)}" alt="${theme}">`).join('\n'),
    pictures[0]?.size.startsWith('bar') === true ? 4 : 2,
  );

const pageOf = (title: string, body: string, columns = 1): string => `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<style>
body { margin: 0; background: #808080; font-family: sans-serif; }
main { display: inline-grid; grid-template-columns: repeat(${columns}, max-content); gap: 4px; }
img { display: block; max-width: ${columns === 4 ? 'none' : '798px'}; }
</style></head><body><main>
${body}
</main></body></html>
`;
