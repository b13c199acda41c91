import { join } from 'node:path';
import { configData } from '../connect/configData.ts';
import { editorFolder } from '../connect/machine.ts';
import { note, ok, text } from './findings.ts';
import { settingKinds, takes } from './settingKinds.ts';
import type { Check, RepairableFinding } from './types.ts';

const section = 'historyStore.';

/** Settings of the editor that do nothing, and those that do something a person should know of. */
export const settingsCheck: Check = {
  id: 'settings',
  title: text('Settings of the editor', '编辑器设置'),
  withinMs: 3_000,
  run: async ({ project, machine }) => {
    const own = join(editorFolder(machine), 'settings.json');
    const ofProject = project === undefined ? [] : [join(project, '.vscode', 'settings.json')];
    const read = await Promise.all([own, ...ofProject].map((path) => settingsIn(path, path === own)));
    const [settings, found] = [read.flatMap(({ names }) => names), read.flatMap(({ findings }) => findings)];
    if (settings.length === 0) return found;
    return found.length > 0
      ? found
      : [ok('settings.fine', text('Every setting does something.', '所有设置均有效。'))];
  },
};

interface Settings {
  readonly names: readonly string[];
  readonly findings: readonly RepairableFinding[];
}

/** A file of the editor's that it cannot read is the editor's to tell. */
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
    const message = text(`${name} does nothing (${path}).`, `${name} 不起作用（${path}）。`);
    return [note('setting.unknown', message, about)];
  }
  if (!isOwn && kind.isPersonal) {
    const message = text(
      `${name} counts in your own settings only, not in ${path}.`,
      `${name} 只在你自己的设置中有效，在 ${path} 中无效。`,
    );
    return [note('setting.misplaced', message, about)];
  }
  if (!takes(kind, value)) {
    const message = text(
      `${name} cannot be ${shown}; its default counts (${path}).`,
      `${name} 不能为 ${shown}；以默认值为准（${path}）。`,
    );
    return [note('setting.wrong', message, about)];
  }
  if (name !== `${section}secrets` || value !== 'keep') return [];
  const message = text(
    `${name} is keep: secrets are stored and shown as they are (${path}).`,
    `${name} 为 keep：机密按原样存储和显示（${path}）。`,
  );
  return [note('secrets.kept', message, about)];
}
