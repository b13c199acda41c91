import assert from 'node:assert/strict';
import { isSameOrigin } from '../../../../src/team/joinHub.ts';

describe('the origin of a repository', () => {
  it('is the same over https and ssh, with and without an ending', () => {
    for (const other of [
      'https://example.com/a/shop',
      'https://Example.com:8443/a/shop.git/',
      'git@example.com:a/shop.git',
      'ssh://git@example.com:22/a/shop.git',
      'ssh://git@example.com/a/shop',
    ])
      assert.ok(isSameOrigin('https://example.com/a/shop.git', other), other);
  });

  it('is another one of another host, path or folder', () => {
    for (const other of ['https://example.com/b/shop', 'https://example.org/a/shop', '/srv/a/shop.git'])
      assert.ok(!isSameOrigin('https://example.com/a/shop.git', other), other);
    assert.ok(isSameOrigin('/srv/a/shop.git', '/srv/a/shop'));
  });
});
