import assert from 'node:assert/strict';
import { Uri, workspace } from 'vscode';
import { registerMarkdown } from '../../src/extension/base/markdownDocuments.ts';

describe('Markdown documents', () => {
  it('contain nothing a preview would load, and are otherwise unchanged', async () => {
    const text = [
      '![x](http://127.0.0.1:1/?d=SECRET) ![y][ref] <img src="http://127.0.0.1:1/"> <iframe src=x></iframe>',
      '',
      '[ref]: http://127.0.0.1:1/y.png',
      '',
      '```html',
      '<img src="x">',
      '```',
      '',
      '**bold** a < b',
    ].join('\n');
    const provider = registerMarkdown('history-tried', { provideTextDocumentContent: () => text });
    try {
      const document = await workspace.openTextDocument(Uri.parse('history-tried:/tried.md'));
      const shown = document.getText().replaceAll('\r\n', '\n');
      assert.equal(shown.replaceAll('\u2060', ''), text);
      const [outside = ''] = shown.split('```');
      assert.doesNotMatch(outside, /!\[|<[a-z/]/i);
      assert.match(shown, /```html\n<img src="x">\n```/);
    } finally {
      provider.dispose();
    }
  });
});
