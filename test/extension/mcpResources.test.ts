import assert from 'node:assert/strict';
import { Uri, workspace } from 'vscode';
import { callTool, startServer } from './server.ts';
import { extensionId, withEmptyHistory } from './workspace.ts';

/** A resource as the editor's own MCP client shows it: what *Add Context…* attaches is read from there. */
const attached = (address: string): Uri => {
  const { scheme, authority, path } = Uri.parse(address);
  const server = Buffer.from(`${extensionId}/History`).toString('hex');
  return Uri.from({ scheme: 'mcp-resource', authority: server, path: `/${scheme}/${authority}${path}` });
};

const read = async (address: string): Promise<string> =>
  new TextDecoder().decode(await workspace.fs.readFile(attached(address)));

describe('resources of the server in the editor', () => {
  it('are read the way a chat attaches them, whatever characters their names contain', () =>
    withEmptyHistory(async () => {
      await startServer();
      const dialog = '茶壶 a/b 100% why?';
      const entry = { role: 'user', text: 'Which metal for the kettle?', id: 'k1' };
      await callTool('history_save', { dialog, entry });
      await callTool('history_set_summary', { dialog, summary: { decisions: ['Copper'] } });
      const address = `history://dialogs/${encodeURIComponent(dialog)}`;
      assert.match(await read(address), /^# 茶壶 a\/b 100% why\?\n[^]*Which metal for the kettle\?/);
      assert.match(await read(`${address}/summary`), /## decisions\n- Copper/);
      assert.match(await read(`${address}/k1`), /Which metal for the kettle\?/);
      assert.match(await read('history://brief'), /Copper/);
      assert.match(await read('memory://stats'), /"healthy"/);
      await assert.rejects(read('history://dialogs/nope'), /nope|not found|NotFound/i);
    }));
});
