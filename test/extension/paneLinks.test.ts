import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { commands, window } from 'vscode';
import { filePlace, openLink } from '../../src/extension/panes/paneLinks.ts';
import { firstLine } from '../../src/extension/base/notices.ts';
import { eventually, holds, workspaceRoot } from './workspace.ts';

describe('links in messages', () => {
  const places: Record<string, ReturnType<typeof filePlace>> = {
    'src/a.ts': { path: 'src/a.ts', line: undefined, column: undefined },
    'src/a.ts:12': { path: 'src/a.ts', line: 12, column: undefined },
    'src/a.ts:12:3': { path: 'src/a.ts', line: 12, column: 3 },
    'src/a.ts#L7-L9': { path: 'src/a.ts', line: 7, column: undefined },
    'a%20b.ts:1': { path: 'a b.ts', line: 1, column: undefined },
    '100%.md': { path: '100%.md', line: undefined, column: undefined },
    'C:\\x\\a.ts:4': { path: 'C:\\x\\a.ts', line: 4, column: undefined },
    'file:///tmp/a.ts': { path: '/tmp/a.ts', line: undefined, column: undefined },
    'javascript:alert(1)': undefined,
    'command:workbench.action.quit': undefined,
    'vscode://x/y': undefined,
    'data:text/html,x': undefined,
  };
  for (const [href, place] of Object.entries(places))
    it(`reads ${href}`, () => {
      assert.deepEqual(filePlace(href), place);
    });

  it('open only files of the workspace, also when followed through symbolic links', async () => {
    const root = workspaceRoot();
    const file = join(root, 'inside.ts');
    const link = join(root, 'link.ts');
    fs.writeFileSync(file, '1\n2\n3\n');
    fs.symlinkSync('/etc/hostname', link);
    try {
      await openLink('inside.ts:2', root);
      await holds(() => {
        assert.equal(window.activeTextEditor?.document.uri.fsPath, file);
        assert.equal(window.activeTextEditor.selection.start.line, 1);
      });
      await commands.executeCommand('workbench.action.closeAllEditors');
      await eventually('it is closed', () => window.activeTextEditor === undefined);
      for (const href of ['link.ts', '../../../etc/hostname', '/etc/hostname', 'missing.ts', '.'])
        await openLink(href, root);
      assert.equal(window.activeTextEditor, undefined);
    } finally {
      fs.rmSync(file);
      fs.rmSync(link);
    }
  });

  it('label a message with its first meaningful line', () => {
    assert.equal(firstLine('\n\n## **Plan**\nmore'), 'Plan');
    assert.equal(firstLine('```ts\nconst a = 1;\n```'), 'const a = 1;');
    assert.equal(firstLine('- one\n- two'), 'one');
    assert.equal(firstLine(' \n \t'), '');
    assert.equal(firstLine('长'.repeat(200)).length, 120);
  });
});
