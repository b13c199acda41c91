import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { setTheme, themeNames, type ThemeName } from '../editor/themeSwitch.ts';
import { hasTheme, passed, workbenchHasTheme } from '../editor/workbench.ts';
import { tidy, withEditor, type OpenEditor } from '../ui/withEditor.ts';
import { emptyShowings } from './empty.ts';
import { writeEmptyProject, writeProject } from './project.ts';
import { allShowings, type Showing } from './showings.ts';
import { resize, sizesOf, type PictureSize } from './sizes.ts';
import { textsIn, type PictureLanguage } from './texts.ts';

/** One picture that was taken. */
export interface Picture {
  readonly showing: string;
  readonly theme: ThemeName;
  readonly language: PictureLanguage;
  readonly size: string;
  /** Name of the file in the folder of the pictures. */
  readonly file: string;
}

export interface Taking {
  readonly folder: string;
  readonly languages: readonly PictureLanguage[];
  /** Beginnings of the names of what is wanted; empty for everything. */
  readonly wanted: readonly string[];
  readonly onPicture: (picture: Picture) => void;
  /** Something could not be shown; the rest goes on. */
  readonly onFailure: (name: string, error: unknown) => void;
}

/** Takes a picture of everything, in each theme, size and language; an editor per language and project. */
export async function takeAll(taking: Taking): Promise<void> {
  mkdirSync(taking.folder, { recursive: true });
  const isWanted = ({ name }: Showing): boolean =>
    taking.wanted.length === 0 || taking.wanted.some((begin) => name.startsWith(begin));
  for (const language of taking.languages)
    for (const [prepare, showings] of [
      [writeProject, allShowings()],
      [writeEmptyProject, emptyShowings],
    ] as const) {
      const own = showings.filter(isWanted);
      if (own.length === 0) continue;
      const options = { prepare, settings, alone: true, ...(language !== 'en' && { language }) };
      await withEditor(options, (editor) => takeIn(editor, own, language, taking));
    }
}

const settings = {
  'chat.disableAIFeatures': true,
  'window.commandCenter': false,
  'workbench.layoutControl.enabled': false,
  'workbench.editor.empty.hint': 'hidden',
  'workbench.startupEditor': 'none',
};

async function takeIn(
  editor: OpenEditor,
  showings: readonly Showing[],
  language: PictureLanguage,
  taking: Taking,
): Promise<void> {
  for (const showing of showings)
    try {
      await takeShowing(editor, showing, language, taking);
    } catch (error) {
      await editor.page.screenshot({ path: join(taking.folder, `failed-${showing.name}-${language}.png`) });
      taking.onFailure(`${showing.name} (${language})`, error);
    }
}

async function takeShowing(
  editor: OpenEditor,
  showing: Showing,
  language: PictureLanguage,
  { folder, onPicture }: Taking,
): Promise<void> {
  const { page, root } = editor;
  const window = { page, texts: textsIn(language) };
  const sizes = sizesOf(showing);
  await tidy(page);
  if (showing.kind !== 'question') await inRoom(page, sizes, () => showing.show(window));
  for (const size of sizes) {
    if (showing.kind === 'question') await tidy(page);
    await resize(page, size);
    if (showing.kind === 'question') await showing.show(window);
    await page.mouse.move(5, size.height / 2); // no hover in the picture
    for (const theme of themeNames) {
      await changeTheme(page, root, theme);
      const file = `${showing.name}-${theme}-${language}-${size.name}.png`;
      await takePicture(page, size, join(folder, file));
      onPicture({ showing: showing.name, theme, language, size: size.name, file });
    }
  }
}

/** Where there is little room, what is to be clicked may not be in sight. */
async function inRoom(
  page: Page,
  [largest]: readonly PictureSize[],
  act: () => Promise<unknown>,
): Promise<void> {
  if (largest) await resize(page, largest);
  await act();
}

async function changeTheme(page: Page, root: string, theme: ThemeName): Promise<void> {
  setTheme(root, theme);
  await workbenchHasTheme(page, theme);
  if ((await page.locator('iframe.webview.ready:visible').count()) > 0) await hasTheme(page, theme);
}

/** Scroll bars fade away after so long, milliseconds. */
const fadedMs = 700;

async function takePicture(page: Page, { onlySideBar }: PictureSize, path: string): Promise<void> {
  await passed(page, fadedMs);
  const clip = onlySideBar ? await page.locator('.part.sidebar').boundingBox() : null;
  await page.screenshot({ path, ...(clip && { clip }) });
}
