import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { settingKinds, accepts } from '../../../src/doctor/settingKinds.ts';
import { withTarget, write } from './withTarget.ts';

interface Property {
  readonly type: string | readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly enum?: readonly string[];
  readonly scope: string;
  readonly default: unknown;
}

describe('settings of the editor', () => {
  it('are those of the extension, and take what it says', () => {
    const manifest = JSON.parse(readFileSync(join(__dirname, '../../../package.json'), 'utf8')) as {
      contributes: { configuration: { properties: Record<string, Property> } };
    };
    const properties = Object.entries(manifest.contributes.configuration.properties);
    const names = properties.map(([name]) => name.replace('historyStore.', ''));
    assert.deepEqual(Object.keys(settingKinds).sort(), names.sort());
    for (const [name, { type, minimum, maximum, enum: values, scope, default: usual }] of properties) {
      const kind = settingKinds[name.replace('historyStore.', '')]!;
      const types = [type].flat();
      assert.equal(kind.type, types[0], name);
      assert.equal(kind.isOptional ?? false, types.includes('null'), name);
      assert.deepEqual([kind.minimum, kind.maximum, kind.values], [minimum, maximum, values], name);
      assert.equal(kind.isPersonal ?? false, scope === 'machine', name);
      assert.ok(accepts(kind, usual), name);
    }
  });

  it('that do nothing are told, each with its file', () =>
    withTarget(async ({ root, home, findings }) => {
      assert.deepEqual(await findings('settings'), []);
      const own = join(home, '.config/Code/User/settings.json');
      const ofProject = join(root, '.vscode/settings.json');
      const ids = async () =>
        (await findings('settings')).map(({ id, data }) => `${id} ${String(data.setting ?? '').slice(13)}`);
      await write(own, '{\n  // mine\n  "historyStore.keep": "always",\n}');
      assert.deepEqual(await ids(), ['settings.fine ']);
      await write(
        own,
        '{ "historyStore.keep": "never", "historyStore.maxMessages": 5, "editor.tabSize": 2 }',
      );
      await write(
        ofProject,
        '{ "historyStore.search.embeddings.url": "http://x", "historyStore.secrets": "keep" }',
      );
      assert.deepEqual(await ids(), [
        'setting.wrong keep',
        'setting.unknown maxMessages',
        'setting.misplaced search.embeddings.url',
        'secrets.kept secrets',
      ]);
      await write(own, '{ broken');
      assert.equal((await ids()).length, 2);
    }));
});
