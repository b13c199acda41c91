import { readdir } from 'node:fs/promises';
import { openStore } from '../../../src/store/store.ts';
import { timesInTurn } from '../measure.ts';
import type { Subject } from '../subject.ts';

const counts = [100, 1_000, 10_000];

export const names: Subject = {
  name: 'names',
  about:
    'The names of all dialogs, and the list with all that is told of each, by a store that has seen none of them (others had listed them) and again; beside readdir of the folder.',
  tried:
    'What is known of dialogs without a look at each is told in [search-index](decisions/search-index.md).',
  run: async function* ({ folder }) {
    for (const count of counts) {
      const place = folder('names');
      const store = openStore(place);
      for (let n = 0; n < count; n++) await store.dialogs.create(`dialog ${n}`);
      await store.dialogs.list();
      const asked = async (ask: () => Promise<{ readonly length: number }>): Promise<void> => {
        const { length } = await ask();
        if (length !== count) throw new Error(`listed ${length} of ${count}`);
      };
      const works = {
        'names of dialogs': () => asked(() => openStore(place).dialogs.names()),
        'names of dialogs again': () => asked(() => store.dialogs.names()),
        'list of dialogs': () => asked(() => openStore(place).dialogs.list()),
        'list of dialogs again': () => asked(() => store.dialogs.list()),
      };
      const plain = () => readdir(store.folder, { withFileTypes: true });
      const [value = NaN, ...own] = await timesInTurn([plain, ...Object.values(works)], { rounds: 11 });
      for (const [n, what] of Object.keys(works).entries())
        yield {
          what,
          size: `${count.toLocaleString('en')} dialogs`,
          unit: 'ms',
          ours: own[n] ?? NaN,
          reference: { name: 'readdir', value },
          ...(n === 0 && count === counts.at(-1) && { limit: { ratio: 3 } }),
        };
    }
  },
};
