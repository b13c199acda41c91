import assert from 'node:assert/strict';
import * as vscode from 'vscode';

const id = 'mcp-history-store.mcp-history-store';

describe('the extension', () => {
  it('is found and activates', async () => {
    const extension = vscode.extensions.getExtension(id);
    assert.ok(extension, `${id} is not among the extensions`);
    await extension.activate();
    assert.equal(extension.isActive, true);
  });
});
