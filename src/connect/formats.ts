// Values in the configuration of other programs: read, written and taken out without touching what else is there.
import { isDeepStrictEqual } from 'node:util';
import { isObject, StoreError } from '../store/base/core.ts';
import { agentRules } from '../store/rules/rules.ts';
import { blockIn, withBlock, withoutBlock } from './formats/block.ts';
import { dataOfJson, jsonElement, withJson, withoutJson } from './formats/json.ts';
import { dataOfToml, withoutToml, withToml } from './formats/toml.ts';
import { dataOfYaml, withoutYaml, withYaml } from './formats/yaml.ts';
import {
  contains,
  isWhollyOurs,
  type ConfigFormat,
  type Item,
  type RulesChoice,
  type RulesText,
  type Value,
} from './formats/parts.ts';

/** Rules for a file of a project. It is shared through the repository, so they name no folder of one machine. */
export function rulesFor(choice: RulesChoice): RulesText {
  const anyProject = { en: 'the absolute path of this project', zh: '本项目的绝对路径' };
  const text = agentRules(choice.kind, choice.language, { projectRoot: anyProject[choice.language] });
  return { ...choice, text };
}

const mark = '\uFEFF';

/** What the text has at an item; undefined where that is nothing. Throws `damaged` for a text that is not of its format. */
export function itemIn(format: ConfigFormat, marked: string, item: Item): unknown {
  const text = marked.replace(mark, '');
  if (format === 'text') return item.kind === 'block' ? blockIn(text) : text.trim() === '' ? undefined : text;
  if (item.kind === 'element' && format === 'jsonc') return plain(jsonElement(text, item));
  const found = at(dataIn(format, text), item.path);
  if (item.kind !== 'element') return found;
  return Array.isArray(found) ? found.find((element) => isThis(element, item)) : undefined;
}

/**
 * The text with a value at its place. What else an entry of ours holds stays, as does everything else, byte for byte.
 * The same text where the value is there. Throws `damaged` where that cannot be done, and `itemIn`'s errors.
 */
export function withItem(format: ConfigFormat, marked: string, item: Value, keeps = true): string {
  const known = itemIn(format, marked, item);
  if (item.kind === 'default' ? known !== undefined : contains(known, item.value)) return marked;
  return onText(marked, (text) => {
    if (format === 'text')
      return item.kind === 'block' ? withBlock(text, String(item.value)) : String(item.value);
    const value = keeps && isObject(known) && isObject(item.value) ? { ...known, ...item.value } : item.value;
    const changed = { jsonc: withJson, toml: withToml, yaml: withYaml }[format](text, item, value);
    if (
      isDeepStrictEqual(itemIn(format, changed, item), plain(value)) &&
      isSameBut(format, text, changed, item)
    )
      return changed;
    throw new StoreError(
      'damaged',
      `${item.path.join('.')} cannot be written without changing what else is there`,
    );
  });
}

/**
 * The text without an item, and without what held only that, unless `wasThere` says that it was before; the same text
 * where there is no such item.
 */
export function withoutItem(
  format: ConfigFormat,
  marked: string,
  item: Item,
  wasThere: (path: readonly string[]) => boolean = () => true,
): string {
  if (itemIn(format, marked, item) === undefined) return marked;
  return onText(marked, (text) => {
    if (format === 'text') return withoutBlock(text);
    if (format === 'toml') return withoutToml(text, item);
    return (format === 'yaml' ? withoutYaml : withoutJson)(text, item, wasThere);
  });
}

/** Whether a text holds nothing but, maybe, what these items are, and what agents mark their files with: `$schema`, `$version`. */
export function isBlank(format: ConfigFormat, marked: string, items: readonly Item[]): boolean {
  const text = marked.replace(mark, '');
  if (format === 'text' || text.trim() === '') return text.trim() === '';
  const data = dataIn(format, text);
  return Object.entries(isObject(data) ? data : {}).every(
    ([key, value]) =>
      isNothing(value) ||
      key.startsWith('$') ||
      items.some(({ kind, path }) => kind === 'default' && path[0] === key),
  );
}

function onText(marked: string, change: (text: string) => string): string {
  const changed = change(marked.replace(mark, ''));
  return marked.startsWith(mark) ? mark + changed : changed;
}

/** What a text holds, as JSON has it: libraries make objects of other kinds. */
function dataIn(format: 'jsonc' | 'toml' | 'yaml', text: string): unknown {
  return plain({ jsonc: dataOfJson, toml: dataOfToml, yaml: dataOfYaml }[format](text));
}

const plain = (value: unknown): unknown =>
  value === undefined ? undefined : JSON.parse(JSON.stringify(value));

/** An object or a list in which nothing is. */
const isNothing = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.values(value).every(isNothing);

const at = (data: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), data);

const isThis = (element: unknown, { named }: Item): boolean =>
  named === undefined ? isWhollyOurs(element) : isObject(element) && element.name === named;

/** Whether two texts hold the same but for an item. */
function isSameBut(format: 'jsonc' | 'toml' | 'yaml', before: string, after: string, item: Item): boolean {
  const rest = (text: string): unknown => dataWithout(dataIn(format, text) ?? {}, item.path, item);
  return isDeepStrictEqual(rest(before), rest(after));
}

/** What data holds without an item, and without what held only that. */
function dataWithout(data: unknown, [key, ...path]: readonly string[], item: Item): unknown {
  if (Array.isArray(data)) {
    const rest: unknown[] = data.map(withoutOurs).filter((element) => !isThis(element, item));
    return rest.length > 0 ? rest : undefined;
  }
  if (key === undefined) return item.kind === 'element' ? data : undefined;
  if (!isObject(data)) return data;
  const inner = dataWithout(data[key], path, item);
  const others = Object.entries(data).filter(([name]) => name !== key);
  const isEmpty = inner === undefined || (isObject(inner) && Object.keys(inner).length === 0);
  return Object.fromEntries(isEmpty ? others : [...others, [key, inner]]);
}

/** A group of hooks without ours among those of others. */
function withoutOurs(element: unknown): unknown {
  const hooks: unknown = isObject(element) ? element.hooks : undefined;
  if (!isObject(element) || !Array.isArray(hooks) || isWhollyOurs(element)) return element;
  return { ...element, hooks: hooks.filter((hook) => !isWhollyOurs(hook)) };
}
