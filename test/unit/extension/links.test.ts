import assert from 'node:assert/strict';
import { formatLink, parseLink } from '../../../src/extension/links/links.ts';

/** A link as the editor takes it apart: decoded once. */
function taken(link: string) {
  const { pathname, search } = new URL(link.replace(/^vscode:/, 'http:'));
  return parseLink(pathname, decodeURIComponent(search.slice(1)));
}

describe('links to places of the history', () => {
  const project = '0f3e1c5a-5f0e-4f6c-9d3b-2a1b3c4d5e6f';

  for (const name of ['plan', '中文 名', 'a/b&c=d?e#f', '100%', 'a+b', '%2F'])
    it(`leads to ${name}`, () => {
      const places = [
        { source: 'dialogs', name } as const,
        { source: 'dialogs', name, entry: name } as const,
      ];
      for (const place of places) {
        const link = formatLink('vscode', 'a.b', { place, project });
        assert.match(link, /^vscode:\/\/a\.b\/open\?[!-~]+$/);
        assert.deepEqual(taken(link), { place, project });
      }
    });

  it('leads nowhere with another path, source or form', () => {
    assert.equal(parseLink('/delete', 'reference=history://dialogs/a'), undefined);
    assert.equal(parseLink('/open', 'reference=history://secrets/a'), undefined);
    assert.equal(parseLink('/open', 'reference=file:///etc/passwd'), undefined);
    assert.equal(parseLink('/open', 'reference=history://dialogs/%E0%A4%A'), undefined);
    assert.equal(parseLink('/open', ''), undefined);
  });
});
