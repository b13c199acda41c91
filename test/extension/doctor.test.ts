import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { commands, env, window } from 'vscode';
import type { DoctorPane } from '../../src/extension/doctor/doctorPane.ts';
import type { Internals } from '../../src/extension/extension.ts';
import type { DoctorPaneState } from '../../src/protocol/doctorPane.ts';
import { openStore } from '../../src/store/store.ts';
import {
  beginAgain,
  eventually,
  historyFolder,
  holds,
  withEmptyHistory,
  workspaceRoot,
} from './workspace.ts';

const user = (text: string) => ({ role: 'user' as const, text });

/** Opens the pane, and gives what it is sent once an examination has ended. */
async function examined(extension: Internals): Promise<{ pane: DoctorPane; state: () => DoctorPaneState }> {
  const { doctorPanes } = extension.services;
  let last: DoctorPaneState | undefined;
  const listener = doctorPanes.onDidOpen(({ page }) =>
    page.onDidPost((content) => (last = content.type === 'state' ? content : undefined)),
  );
  await commands.executeCommand('historyStore.doctor');
  listener.dispose();
  const [pane] = doctorPanes.all;
  assert.ok(pane);
  await beginAgain(pane.page);
  const state = (): DoctorPaneState => {
    assert.ok(last);
    return last;
  };
  await ended(state);
  return { pane, state };
}

const ended = (state: () => DoctorPaneState): Promise<void> =>
  holds(() => {
    const { progress, repairing, examinedAt } = state();
    assert.deepEqual([progress, repairing, typeof examinedAt], [undefined, false, 'number']);
  });

const found = ({ checks }: DoctorPaneState, id: string) =>
  checks.flatMap(({ findings }) => findings).find((finding) => finding.id === id);

describe('the doctor', () => {
  it('finds nothing to repair in a healthy history and changes nothing', async () => {
    await withEmptyHistory(async (extension) => {
      await openStore(workspaceRoot()).dialogs.save('plan', [user('a')]);
      const before = fs.readFileSync(join(historyFolder(), 'plan/messages.json'), 'utf8');
      const { state } = await examined(extension);
      const { checks } = state();
      for (const id of ['history', 'files', 'server'])
        assert.equal(checks.find((check) => check.id === id)?.level, 'ok', JSON.stringify(checks));
      // The window itself may hold one for a moment.
      const locks = checks.find((check) => check.id === 'locks')?.findings ?? [];
      assert.ok(
        locks.every(({ id }) => id === 'locks.free' || id === 'lock.held'),
        JSON.stringify(locks),
      );
      assert.equal(fs.readFileSync(join(historyFolder(), 'plan/messages.json'), 'utf8'), before);
    });
  });

  it('opens and repairs a damaged file, checks again, and lists its repairs', async () => {
    await withEmptyHistory(async (extension) => {
      const { dialogs } = openStore(workspaceRoot());
      for (const name of ['plan', 'other']) await dialogs.save(name, [user('a')]);
      // Nobody reads it before it is to be restored, and so puts it aside.
      const { backup = '' } = await dialogs.clear('plan');
      const folder = join(historyFolder(), 'plan/backups', backup);
      const file = join(folder, 'messages.json');
      fs.writeFileSync(file, '[{"role":"us');
      const { pane, state } = await examined(extension);
      const damaged = found(state(), 'file.damaged');
      assert.equal(damaged?.place, join('plan/backups', backup, 'messages.json'));
      assert.ok(damaged.repair);

      pane.page.receive({ type: 'openPlace', finding: damaged });
      await eventually('the file is open', () => window.activeTextEditor?.document.uri.fsPath === file);

      const before = state().examinedAt ?? 0;
      pane.show(pane.target); // begins an examination, during which the repair is asked for
      pane.page.receive({ type: 'repair', finding: damaged });
      await beginAgain(pane.page);
      await eventually('it is repaired', () => state().repairs.length > 0);
      await ended(state);
      assert.ok((state().examinedAt ?? 0) > before, 'it is examined again');
      const [repair] = state().repairs;
      assert.ok(repair?.done);
      assert.ok(
        repair.text.startsWith(`${damaged.subject}: It is kept as messages.json.damaged-`),
        repair.text,
      );
      assert.equal(found(state(), 'file.damaged'), undefined);
      const kept = fs.readdirSync(folder).filter((name) => name.includes('.damaged-'));
      assert.equal(kept.length, 1);
      assert.equal(fs.readFileSync(join(folder, kept[0] ?? ''), 'utf8'), '[{"role":"us');
    });
  });

  it('copies a report without the home folder as text and as JSON', async () => {
    await withEmptyHistory(async (extension) => {
      await openStore(workspaceRoot()).dialogs.save('plan', [user('a')]);
      const { pane } = await examined(extension);
      pane.page.receive({ type: 'command', command: 'copyJson' });
      await holds(async () => {
        const report: unknown = JSON.parse(await env.clipboard.readText());
        assert.ok(report && typeof report === 'object' && 'checks' in report && 'level' in report);
      });
      pane.page.receive({ type: 'command', command: 'copyReport' });
      await holds(async () =>
        assert.match(await env.clipboard.readText(), /^# MCP History Store \d[^]*\n## Files\n- ✓ /),
      );
    });
  });

  it('neither opens nor repairs anything it did not find', async () => {
    await withEmptyHistory(async (extension) => {
      await openStore(workspaceRoot()).dialogs.save('plan', [user('a')]);
      const { pane, state } = await examined(extension);
      const finding = { check: 'files', id: 'file.damaged', subject: 'plan/messages.json' };
      pane.page.receive({ type: 'openPlace', finding });
      pane.page.receive({ type: 'repair', finding });
      await eventually('nothing was to be repaired', () => state().repairs.length > 0);
      await ended(state);
      assert.equal(window.activeTextEditor, undefined);
      assert.ok(fs.existsSync(join(historyFolder(), 'plan/messages.json')));
    });
  });
});
