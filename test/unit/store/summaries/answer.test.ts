import assert from 'node:assert/strict';
import { readAnswer } from '../../../../src/history/summaries/answer.ts';
import { countSteps } from '../../../regexSteps.ts';

const read = (text: string) => readAnswer(text, { entries: [], lines: [], language: 'other' });
const noObject = { problems: ['It holds no JSON object in a ```json fence.'] };

describe('the answer of a model', () => {
  it('is in its last fence, or all of the text', () => {
    const told = read('{"odd": 1}');
    assert.notDeepEqual(told, noObject);
    for (const text of [
      'So:\n```\nnone\n```\nthen\n  ```JSON\n{"odd": 1}\n  ```  \nDone.',
      '```json\n{"odd": 1}\n```\n```json\n{"never": "closed"}',
    ])
      assert.deepEqual(read(text), told, text);
    for (const text of ['', 'none', '```json\n{"odd": 1}', '```json\n{"odd": 1}\n```\n```\nnone\n```'])
      assert.deepEqual(read(text), noObject, text);
  });

  it('costs no more the more of its fences nothing closes', () => {
    const text = '```json\n'.repeat(2_000);
    const { total } = countSteps(() => read(text));
    assert.ok(total < text.length * 50, `${total} looks`);
  });
});
