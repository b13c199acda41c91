import assert from 'node:assert/strict';
import { withServer } from './withServer.ts';

const uri = 'ui://history/app';

describe('the page of chats', () => {
  it('is one file that loads nothing, and the page of four tools that change nothing', () =>
    withServer(async ({ client }) => {
      const { contents } = await client.readResource({ uri });
      const [page] = contents as { text: string; mimeType: string; _meta: unknown }[];
      assert.ok(page);
      assert.equal(page.mimeType, 'text/html;profile=mcp-app');
      assert.deepEqual(page._meta, { ui: { csp: {}, prefersBorder: true } });
      assert.match(page.text, /^<!doctype html>/);
      assert.doesNotMatch(page.text, /<(?:link|img|iframe)|\bsrc=|@import|url\(|fetch\(|XMLHttpRequest/);

      const { tools } = await client.listTools();
      const shown = tools.filter(({ _meta }) => _meta?.ui !== undefined);
      assert.deepEqual(shown.map(({ name }) => name).toSorted(), [
        'history_brief',
        'history_search',
        'session_list',
        'session_resume',
      ]);
      for (const { annotations, _meta } of shown) {
        assert.ok(annotations?.readOnlyHint);
        assert.deepEqual([_meta?.ui, _meta?.['ui/resourceUri']], [{ resourceUri: uri }, uri]);
      }
      const { resources } = await client.listResources();
      assert.deepEqual(
        resources.filter((resource) => resource.uri === uri),
        [],
      );
    }));
});
