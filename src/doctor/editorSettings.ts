import { join } from 'node:path';
import { configData } from '../connect/configFile.ts';
import { editorFolder } from '../agents/profile/machine.ts';
import { note, ok, text } from './findings.ts';
import { settingKinds, accepts } from './settingKinds.ts';
import type { Check, RepairableFinding } from './types.ts';

const section = 'historyStore.';

/** Finds editor settings that have no effect, and those worth knowing about. */
export const settingsCheck: Check = {
  id: 'settings',
  title: text('Settings of the editor'),
  withinMs: 3_000,
  run: async ({ project, machine }) => {
    const own = join(editorFolder(machine), 'settings.json');
    const ofProject = project === undefined ? [] : [join(project, '.vscode', 'settings.json')];
    const read = await Promise.all([own, ...ofProject].map((path) => settingsIn(path, path === own)));
    const [settings, found] = [read.flatMap(({ names }) => names), read.flatMap(({ findings }) => findings)];
    if (settings.length === 0) return found;
    return found.length > 0 ? found : [ok('settings.fine', text('Every setting does something.'))];
  },
};

interface Settings {
  readonly names: readonly string[];
  readonly findings: readonly RepairableFinding[];
}

/** Skips an editor file that cannot be parsed, since the editor reports it itself. */
async function settingsIn(path: string, isOwn: boolean): Promise<Settings> {
  const entries = Object.entries(await configData(path)).filter(([name]) => name.startsWith(section));
  return {
    names: entries.map(([name]) => name),
    findings: entries.flatMap(([name, value]) => findingsOf(name, value, path, isOwn)),
  };
}

function findingsOf(
  name: string,
  value: unknown,
  path: string,
  isOwn: boolean,
): readonly RepairableFinding[] {
  const kind = settingKinds[name.slice(section.length)];
  const shown = JSON.stringify(value);
  const about = { subject: `${name} ${path}`, data: { setting: name, value: shown, path } };
  if (kind === undefined) {
    const message = text('{0} does nothing ({1}).', name, path);
    return [note('setting.unknown', message, about)];
  }
  if (!isOwn && kind.isPersonal) {
    const message = text('{0} counts in your own settings only, not in {1}.', name, path);
    return [note('setting.misplaced', message, about)];
  }
  if (!accepts(kind, value)) {
    const message = text('{0} cannot be {1}; its default counts ({2}).', name, shown, path);
    return [note('setting.wrong', message, about)];
  }
  if (name !== `${section}secrets` || value !== 'keep') return [];
  const message = text('{0} is keep: secrets are stored and shown as they are ({1}).', name, path);
  return [note('secrets.kept', message, about)];
}
