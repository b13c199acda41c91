import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folders of an editor's profile. */
export interface Profile {
  readonly userData: string;
  readonly extensions: string;
  readonly server: string;
}

// A quiet start without anything that moves or asks.
const quietSettings = {
  'workbench.startupEditor': 'none',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.reduceMotion': 'on',
  'workbench.tips.enabled': false,
  'workbench.welcomePage.walkthroughs.openOnInstall': false,
  'security.workspace.trust.startupPrompt': 'never',
  'security.workspace.trust.banner': 'never',
  'git.openRepositoryInParentFolders': 'never',
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  // A pane that was in front gets the focus back when a list ends; on a busy machine that closes the list after it.
  'workbench.quickOpen.closeOnFocusLost': false,
  // Sessions that a test writes are kept only where it wants that.
  'historyStore.keep': 'off',
  // A history that a test removes is not one that somebody lost.
  'historyStore.copies': 'off',
};

/**
 * Lays out a profile in `folder`: quiet settings, over them the given ones, and a display language. `keepSettings`
 * leaves the settings of a profile that already has some.
 */
export function writeProfile(
  folder: string,
  settings: object,
  language: string | undefined,
  { keepSettings = false } = {},
): Profile {
  const profile = {
    userData: join(folder, 'user-data'),
    extensions: join(folder, 'extensions'),
    server: join(folder, 'server'),
  };
  const user = join(profile.userData, 'User');
  for (const path of [user, profile.extensions, profile.server]) mkdirSync(path, { recursive: true });
  const file = join(user, 'settings.json');
  if (!keepSettings || !existsSync(file))
    writeFileSync(file, JSON.stringify({ ...quietSettings, ...settings }, null, 2));
  if (language !== undefined) {
    writeLanguagePack(profile.userData, language);
    writeFileSync(join(user, 'argv.json'), JSON.stringify({ locale: language })); // as *Configure Display Language* does
  }
  return profile;
}

// An empty language pack: the editor's own texts stay English, but it tells extensions the language, so that their
// texts (package.nls.<language>.json and l10n bundles) appear in it.
function writeLanguagePack(userData: string, language: string): void {
  const contents = join(userData, `language-${language}.json`);
  writeFileSync(contents, JSON.stringify({ version: '1.0.0', contents: {} }));
  const pack = {
    hash: `empty-${language}`,
    label: language,
    extensions: [{ extensionIdentifier: { id: 'empty.language-pack' }, version: '1.0.0' }],
    translations: { vscode: contents },
  };
  writeFileSync(join(userData, 'languagepacks.json'), JSON.stringify({ [language]: pack }));
}
