import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join, resolve } from 'node:path';
import { paneNames, paneViewType } from '../../src/protocol/panes.ts';

const root = resolve(__dirname, '../..');

describe('the panes', () => {
  it('wake the extension when the editor brings one back', () => {
    const { activationEvents } = JSON.parse(fs.readFileSync(join(root, 'package.json'), 'utf8')) as {
      activationEvents: string[];
    };
    const awaited = activationEvents.filter((event) => event.startsWith('onWebviewPanel:'));
    assert.deepEqual(awaited.sort(), paneNames.map((name) => `onWebviewPanel:${paneViewType(name)}`).sort());
  });

  it('have a program and icons each', () => {
    const programs = fs.readdirSync(join(root, 'src/webview')).filter((file) => file.endsWith('.tsx'));
    assert.deepEqual(programs.sort(), paneNames.map((name) => `${name}Pane.tsx`).sort());
    for (const name of paneNames)
      for (const theme of ['dark', 'light'])
        assert.ok(fs.existsSync(join(root, 'media', `${name}-${theme}.svg`)), `${name}-${theme}.svg`);
  });
});
