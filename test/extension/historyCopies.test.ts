import assert from 'node:assert/strict';
import fs from 'node:fs';
import { window } from 'vscode';
import { allCopies } from '../../src/history/copies/copyNotes.ts';
import { followCopy } from '../../src/history/copies/followCopy.ts';
import { removeCopy } from '../../src/history/copies/copyPlaces.ts';
import { defaultCopies } from '../../src/history/copies/modes.ts';
import { HistoryCopies } from '../../src/extension/doctor/historyCopies.ts';
import { eventually, historyFolder, withEmptyHistory } from './workspace.ts';

interface Notice {
  readonly text: string;
  readonly labels: readonly string[];
}

/** Answers warnings by this label, and questions by their first answer; gives what was shown. */
async function withWarnings(
  answer: string,
  body: (shown: readonly Notice[]) => Promise<void>,
): Promise<void> {
  const { showWarningMessage, showQuickPick } = window;
  const shown: Notice[] = [];
  Reflect.set(window, 'showWarningMessage', (text: string, ...given: unknown[]) => {
    const labels = given.filter((each) => typeof each === 'string');
    shown.push({ text, labels });
    return Promise.resolve(labels.find((label) => label === answer));
  });
  Reflect.set(window, 'showQuickPick', ([first]: readonly unknown[]) => Promise.resolve(first));
  try {
    await body(shown);
  } finally {
    Object.assign(window, { showWarningMessage, showQuickPick });
  }
}

describe('a history that was deleted with its folder', () => {
  for (const answer of ['Restore', 'Show', 'Not Now', 'Forget It'])
    it(`is told of, with what it held: ${answer}`, () =>
      withEmptyHistory(async ({ services }) => {
        assert.ok(process.env.HISTORY_STATE_HOME, 'the test would write into the home folder');
        const { projects, projectPlaces, onError, dialogTree } = services;
        const { around } = projectPlaces;
        const [project] = projects.all;
        assert.ok(project);
        await project.dialogs.save('shop', [{ role: 'user', text: 'Fix the login' }]);
        await followCopy(historyFolder(), around, defaultCopies);
        fs.rmSync(historyFolder(), { recursive: true });
        const rows = async () => (await dialogTree.getChildren()).map(({ kind }) => kind);
        assert.ok((await rows()).includes('lostHistory'));
        await withWarnings(answer, async (shown) => {
          const copies = new HistoryCopies({
            projects,
            around,
            onError,
            onDecided: () => dialogTree.repaint(),
          });
          try {
            const notice = await eventually('the notice', () => shown[0]);
            assert.match(
              notice.text,
              /^The history of “.+” \(1 message, 0 kept sessions, until .+\) was deleted with its folder\. A copy of it is kept\.$/,
            );
            assert.deepEqual(notice.labels, ['Restore', 'Show', 'Not Now', 'Forget It']);
            await eventually('it is done', async () => {
              if (answer === 'Restore') return (await project.dialogs.names()).includes('shop');
              if (answer === 'Show') return services.doctorPanes.all.length === 1;
              return answer === 'Not Now' || allCopies(around.machine).length === 0;
            });
            const isDecided = answer === 'Restore' || answer === 'Forget It';
            await eventually('the row', async () => (await rows()).includes('lostHistory') === !isDecided);
          } finally {
            copies.dispose();
          }
        });
        for (const copy of allCopies(around.machine)) await removeCopy(copy);
      }));
});
