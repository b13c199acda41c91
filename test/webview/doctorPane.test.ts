import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { isDoctorPaneContent, overviewLinks, parseDoctorPaneAction } from '../../src/protocol/doctorPane.ts';
import { doctorPaneStrings } from '../../src/protocol/doctorPaneStrings.ts';
import { accessibilityViolations } from '../editor/accessibility.ts';
import { holds } from '../eventually.ts';
import { beyondEdge, hasFocus } from './panePage.ts';
import { themes } from './paneServer.ts';
import { broken, withDoctorPane } from './scriptedDoctor.ts';
import { translatedDoctorPane } from './translated.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const group = (page: Page, title: string) => page.locator('details.check', { hasText: title });
const damaged = { check: 'files', id: 'file.damaged', subject: 'plan/messages.json' };

describe('the doctor pane', function () {
  it('folds checks without findings and reports no problem', async () => {
    await withDoctorPane({}, async ({ page, problems, memory }) => {
      await page.getByRole('heading', { name: 'Overview · shop', level: 1 }).waitFor();
      await page.getByText('No problems found').first().waitFor();
      assert.equal(await page.locator('.doctor-body > details').count(), 1);
      assert.equal(await page.locator('details.check[open]').count(), 0);
      assert.equal(await button(page, /Repair/).count(), 0);
      const well = page.locator('.doctor-body > details', { hasText: 'All is well' });
      await well.locator('> summary').press('Enter');
      const titles = await well.locator('.well > details > summary').allInnerTexts();
      assert.deepEqual(titles, ['History', 'Files', 'Locks', 'Agents']);
      await well.locator('.well > details', { hasText: 'History' }).locator('summary').press('Enter');
      await page.getByText('It can be read and written.').first().waitFor();
      assert.deepEqual(await memory(), { folder: '/project' });
      assert.deepEqual(problems, []);
    });
  });

  it('unfolds problems with the effect of their repair', async () => {
    await withDoctorPane({ checks: broken }, async ({ page }) => {
      await page.locator('.doctor-result', { hasText: '2 problems · 1 note' }).waitFor();
      assert.equal(await page.locator('.doctor-body > details[open]').count(), 3);
      await group(page, 'Files').getByText('Puts it aside with all its bytes.').waitFor();
      await group(page, 'Files').getByRole('img', { name: 'Problem' }).first().waitFor();
      await button(page, 'Repair All (2)').waitFor();
    });
  });

  it('folds what is well of a check that also found something', async () => {
    const [history, , locks] = broken;
    assert.ok(history && locks);
    const findings = [...history.findings.map((one) => ({ ...one, check: 'locks' })), ...locks.findings];
    await withDoctorPane({ checks: [{ ...locks, findings }] }, async ({ page }) => {
      await page.locator('.doctor-body > details.check > .findings').waitFor();
      const shown = page.locator('.doctor-body > details.check > .findings > .finding');
      assert.equal(await shown.count(), 1);
      const well = page.locator('.doctor-body > details', { hasText: 'All else is well' });
      await well.locator('> summary').press('Enter');
      await well.locator('.well > details', { hasText: 'Locks' }).locator('summary').press('Enter');
      await page.getByText('It can be read and written.').waitFor();
    });
  });

  it('links to everything else and to dialogs due for compaction', async () => {
    await withDoctorPane({ due: 3, unconnected: ['Codex', 'Goose'] }, async ({ page, extension }) => {
      await page.locator('.wanted', { hasText: '3 dialogs need compaction' }).waitFor();
      await button(page, 'Show in Dialogs').click();
      const agents = page.locator('.wanted', { hasText: '2 agents are not connected' });
      await agents.getByText('Codex, Goose').waitFor();
      await agents.getByRole('button', { name: 'Connect Agents…' }).click();
      const links = page.getByRole('navigation', { name: 'More' }).getByRole('button');
      for (const link of await links.all()) await link.click();
      const sent = extension.later.map((action) => action.type === 'command' && action.command);
      assert.deepEqual(sent, ['showDue', 'connectAgents', ...overviewLinks]);
      assert.deepEqual(extension.refused, []);
      assert.deepEqual(await accessibilityViolations(page.mainFrame()), []);
    });
  });

  it('requests repairs, places, reports and agents', async () => {
    await withDoctorPane({ checks: broken }, async ({ page, extension }) => {
      await button(page, 'Open plan/messages.json').click();
      await button(page, 'Connect Agents…').click();
      await button(page, 'More Actions…').click();
      await page.getByRole('menuitem', { name: 'Copy Report', exact: true }).click();
      await page.getByRole('status').getByText('Copied').waitFor({ state: 'attached' });
      await button(page, 'More Actions…').click();
      await page.getByRole('menuitem', { name: 'Copy Report as JSON' }).click();
      await button(page, 'Examine Again').click();
      await group(page, 'Files').getByRole('button', { name: 'Repair' }).click();
      await button(page, 'Repair All (1)').click();
      const command = (name: string) => ({ type: 'command', command: name });
      await holds(() =>
        assert.deepEqual(extension.later, [
          { type: 'openPlace', finding: damaged },
          ...['connectAgents', 'copyReport', 'copyJson', 'examine'].map(command),
          { type: 'repair', finding: damaged },
          command('repairAll'),
        ]),
      );
      assert.deepEqual(extension.refused, []);
    });
  });

  it('offers the shape of a form that is not known', async () => {
    const [history] = broken;
    assert.ok(history);
    const name = { check: 'sessions', id: 'sessions.unread', subject: '/home/ann/opencode.db' };
    const unread = { ...name, level: 'problem', text: 'Sessions cannot be read.', hasShape: true } as const;
    const checks = [{ ...history, id: 'sessions', level: 'problem', findings: [unread] } as const];
    await withDoctorPane({ checks }, async ({ page, extension }) => {
      await button(page, 'Show shape of what is not understood').click();
      await holds(() => assert.deepEqual(extension.later, [{ type: 'sample', finding: name }]));
      assert.deepEqual(extension.refused, []);
      assert.deepEqual(await accessibilityViolations(page.mainFrame()), []);
    });
  });

  it('offers the edit of a setting of an agent', async () => {
    const [history] = broken;
    assert.ok(history);
    const name = { check: 'sessions', id: 'sessions.retention', subject: 'claude' };
    const rule = { ...name, level: 'note', text: 'Sessions go after 30 days.', hasEdit: true } as const;
    const checks = [{ ...history, id: 'sessions', level: 'note', findings: [rule] } as const];
    await withDoctorPane({ checks }, async ({ page, extension }) => {
      await button(page, 'Show the edit…').click();
      await holds(() => assert.deepEqual(extension.later, [{ type: 'edit', finding: name }]));
      assert.deepEqual(extension.refused, []);
    });
  });

  it('shows the result of a repair and keeps the focus nearby, by keyboard alone', async () => {
    await withDoctorPane({ checks: broken }, async ({ page }) => {
      const repair = group(page, 'Files').getByRole('button', { name: 'Repair' });
      await repair.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Repairs' }).waitFor();
      await page.getByRole('img', { name: 'Repaired', exact: true }).waitFor();
      await hasFocus(group(page, 'Locks').getByRole('button', { name: 'Repair' }));
      await page.keyboard.press('Enter');
      await holds(async () => assert.equal(await page.locator('.findings .codicon-check').count(), 2));
      await page.getByRole('status').getByText('It was put aside.').waitFor({ state: 'attached' });
      assert.equal(await page.evaluate('document.activeElement === document.body'), false);
    });
  });

  it('shows what could not be repaired and why', async () => {
    await withDoctorPane({ checks: broken }, async ({ page, extension }) => {
      await extension.change({
        repairs: [{ ...damaged, done: false, text: 'No space is left on the disk.' }],
      });
      await page.getByRole('img', { name: 'Not repaired' }).waitFor();
      await page.getByRole('status').getByText('No space is left').waitFor({ state: 'attached' });
      await group(page, 'Files').getByRole('button', { name: 'Repair' }).waitFor();
    });
  });

  it('leaves a repair that is by choice to its own button', async () => {
    const [history, files, locks] = broken;
    assert.ok(history && files && locks);
    const findings = locks.findings.map((each) => ({ ...each, byChoice: true as const }));
    await withDoctorPane({ checks: [history, files, { ...locks, findings }] }, async ({ page }) => {
      await button(page, 'Repair All (1)').waitFor();
      await group(page, 'Locks').getByRole('button', { name: 'Repair' }).waitFor();
    });
  });

  it('shows progress and repairs nothing meanwhile', async () => {
    await withDoctorPane({ checks: broken }, async ({ page, extension }) => {
      await extension.change({ progress: { ended: 2, all: 13 } });
      const bar = page.getByRole('progressbar', { name: 'Examining…' });
      assert.equal(await bar.getAttribute('aria-valuetext'), '2 of 13 checks done');
      assert.deepEqual(await accessibilityViolations(page.mainFrame()), []);
      for (const name of ['Examine Again', 'Repair All (2)']) await button(page, name).click({ force: true });
      await group(page, 'Locks').getByRole('button', { name: 'Repair' }).click({ force: true });
      await extension.change({ progress: { ended: 3, all: 13 } });
      await holds(async () => assert.equal(await bar.getAttribute('aria-valuenow'), '3'));
      assert.deepEqual(extension.later, []);
    });
  });

  it('keeps a check folded by the reader folded when something else changes', async () => {
    await withDoctorPane({ checks: broken }, async ({ page, extension }) => {
      await group(page, 'Locks').locator('summary').click();
      await extension.repaired(damaged);
      await page.getByRole('heading', { name: 'Repairs' }).waitFor();
      assert.equal(await group(page, 'Locks').getAttribute('open'), null);
    });
  });

  it('explains why nothing was checked', async () => {
    await withDoctorPane({}, async ({ page, extension }) => {
      await extension.fail('Not trusted');
      await page.getByRole('alert').getByText('Not trusted').waitFor();
      assert.deepEqual(await accessibilityViolations(page.mainFrame()), []);
    });
  });

  for (const theme of themes)
    it(`has no accessibility violation in the theme ${theme}`, async () => {
      await withDoctorPane({ checks: broken, theme }, async ({ page, extension, problems }) => {
        await extension.repaired(damaged);
        assert.deepEqual(await accessibilityViolations(page.mainFrame()), []);
        assert.deepEqual(problems, []);
      });
    });

  it('fits narrow windows', async () => {
    for (const width of [320, 600, 900]) {
      const context = { viewport: { width, height: 700 } };
      await withDoctorPane({ checks: broken, context }, async ({ page }) => {
        assert.deepEqual(await beyondEdge(page), [], `${String(width)} pixels`);
      });
    }
  });

  it('appears in Chinese in a Chinese editor', async () => {
    const strings = await translatedDoctorPane();
    await withDoctorPane({ checks: broken, strings, locale: 'zh-cn' }, async ({ page }) => {
      await page.getByRole('heading', { name: '概览 · shop', level: 1 }).waitFor();
      await button(page, '全部修复（2）').waitFor();
      await page.locator('.doctor-result', { hasText: '2 个问题 · 1 条提示' }).waitFor();
    });
  });
});

describe('messages of the doctor pane', () => {
  it('are parsed into known actions without extra fields, or rejected', () => {
    const finding = { ...damaged, run: 'rm' };
    assert.deepEqual(parseDoctorPaneAction({ type: 'repair', finding }), {
      type: 'repair',
      finding: damaged,
    });
    for (const message of [
      { type: 'repair' },
      { type: 'repair', finding: { check: 'files', id: 'x' } },
      { type: 'openPlace', finding: { ...damaged, subject: 7 } },
      { type: 'command', command: 'format' },
      { type: 'toString' },
      null,
    ])
      assert.equal(parseDoctorPaneAction(message), undefined);
  });

  it('are recognised as state or failure', () => {
    const common = { resource: { folder: '/x' }, strings: doctorPaneStrings };
    assert.ok(isDoctorPaneContent({ type: 'state', ...common, checks: [], repairs: [] }));
    assert.ok(isDoctorPaneContent({ type: 'failure', ...common, reason: 'x' }));
    assert.ok(!isDoctorPaneContent({ type: 'state', ...common, checks: [] }));
  });
});
