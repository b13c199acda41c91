import assert from 'node:assert/strict';
import { noticeText } from '../../../src/extension/base/noticeText.ts';

/** What the editor makes a link in a notice (`linkedText.ts` of VS Code). */
const link = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/i;

describe('the text of a notice', () => {
  for (const foreign of [
    '[Save](command:workbench.action.quit)',
    'a [b](https://example.com "title") c',
    '[x](file:///etc/passwd)',
    '[a](command:x)[b](command:y)',
  ])
    it(`holds no link where ${foreign} stands in it`, () => {
      assert.match(`Could not rename “${foreign}”.`, link);
      assert.doesNotMatch(noticeText(`Could not rename “${foreign}”.`), link);
    });

  it('is as it was without one', () => {
    const text = 'Archived “list[0] (old)”: 3 messages. [ ] ( )';
    assert.equal(noticeText(text), text);
  });
});
