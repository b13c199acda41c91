import assert from 'node:assert/strict';
import { withoutElements } from '../../../../src/disk/text/elements.ts';
import { countSteps } from '../../../regexSteps.ts';

describe('elements that agents put into texts', () => {
  it('are removed with what is in them, up to the first end', () => {
    const text = 'a <rules>x\n<rules>y</rules>\n\nb</rules> <env>z</env>c <rules> d <other>e</other>';
    assert.equal(withoutElements(text, 'rules', 'env'), 'a b</rules> c <rules> d <other>e</other>');
    assert.equal(withoutElements('</rules><rules>', 'rules'), '</rules><rules>');
    assert.equal(withoutElements('<rules></rules>', 'rules'), '');
  });

  it('cost no more the more of them nothing closes', () => {
    for (const text of ['<rules>'.repeat(50_000), `${'<rules>'.repeat(50_000)}</rules>a`]) {
      const { total } = countSteps(() => withoutElements(text, 'rules', 'env'));
      assert.ok(total < 100, `${total} looks`);
    }
  });
});
