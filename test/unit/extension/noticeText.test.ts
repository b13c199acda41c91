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

  it('has one full stop where what is quoted has its own', () => {
    assert.equal(
      noticeText('Remembered “Round once.”. 1 memory is nearly the same.'),
      'Remembered “Round once.” 1 memory is nearly the same.',
    );
    assert.equal(noticeText('Deleted “Is it so?”.'), 'Deleted “Is it so?”');
    assert.equal(noticeText('已删除“只取整一次。”。'), '已删除“只取整一次。”');
    assert.equal(noticeText('Deleted “v1.2”.'), 'Deleted “v1.2”.');
  });

  it('is as it was without one', () => {
    const text = 'Archived “list[0] (old)”: 3 messages. [ ] ( )';
    assert.equal(noticeText(text), text);
  });
});
