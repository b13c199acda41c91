// Values in the configuration of other programs: read, written and removed without changing anything else.
import { isDeepStrictEqual } from 'node:util';
import { isObject, StoreError } from '../disk/base/core.ts';
import { sayIn } from '../disk/base/texts.ts';
import { agentRules } from '../history/rules/rules.ts';
import { blockIn, withBlock, withoutBlock } from './formats/block.ts';
import { dataOfJson, jsonElement, withJson, withoutJson } from './formats/json.ts';
import { dataOfToml, withoutToml, withToml } from './formats/toml.ts';
import { dataOfYaml, withoutYaml, withYaml } from './formats/yaml.ts';
import {
  contains,
  isOfFile,
  isWhollyOurs,
  type ConfigFormat,
  type Item,
  type RulesChoice,
  type RulesText,
  type Value,
} from '../agents/profile/parts.ts';

/** Rules for a file of a project. It is shared through the repository, so they contain no folder of one machine. */
export function rulesFor(choice: RulesChoice): RulesText {
  const anyProject = sayIn(choice.language)('the absolute path of this project');
  const text = agentRules(choice.kind, choice.language, { projectRoot: anyProject });
  return { ...choice, text };
}

const mark = '\uFEFF';

/**
 * Value of the text at an item; undefined if there is none. Throws `damaged` for a text that is not of its format.
 */
export function itemIn(format: ConfigFormat, marked: string, item: Item): unknown {
  const text = marked.replace(mark, '');
  if (format === 'text') return item.kind === 'block' ? blockIn(text) : text.trim() === '' ? undefined : text;
  if (item.kind === 'element' && format === 'jsonc') return plain(jsonElement(text, item));
  const found = at(dataIn(format, text), item.path);
  if (item.kind !== 'element') return found;
  return Array.isArray(found) ? found.find((element) => isThis(element, item)) : undefined;
}

/**
 * The text with a value at its position. Other members of an entry of this product stay, as does everything else,
 * byte for byte. Unchanged if the value is present. Throws `damaged` if that is impossible, and the errors of
 * `itemIn`.
 */
export function withItem(format: ConfigFormat, marked: string, item: Value, keeps = true): string {
  const known = itemIn(format, marked, item);
  if (isOfFile(item) ? known !== undefined : contains(known, item.value)) return marked;
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
 * The text without an item, and without what contained only that, unless `wasThere` says that it existed before;
 * unchanged if there is no such item.
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

/**
 * Whether a text contains nothing except these items and the fields that agents mark their files with: `$schema`,
 * `$version`.
 */
export function isBlank(format: ConfigFormat, marked: string, items: readonly Item[]): boolean {
  const text = marked.replace(mark, '');
  if (format === 'text' || text.trim() === '') return text.trim() === '';
  const data = dataIn(format, text);
  return Object.entries(isObject(data) ? data : {}).every(
    ([key, value]) =>
      isNothing(value) || key.startsWith('$') || items.some((item) => isOfFile(item) && item.path[0] === key),
  );
}

function onText(marked: string, change: (text: string) => string): string {
  const changed = change(marked.replace(mark, ''));
  return marked.startsWith(mark) ? mark + changed : changed;
}

/** Data of a text as plain JSON: libraries create objects of other kinds. */
function dataIn(format: 'jsonc' | 'toml' | 'yaml', text: string): unknown {
  return plain({ jsonc: dataOfJson, toml: dataOfToml, yaml: dataOfYaml }[format](text));
}

const plain = (value: unknown): unknown =>
  value === undefined ? undefined : JSON.parse(JSON.stringify(value));

/** An object or a list that contains nothing. */
const isNothing = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.values(value).every(isNothing);

const at = (data: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), data);

const isThis = (element: unknown, { named }: Item): boolean =>
  named === undefined ? isWhollyOurs(element) : isObject(element) && element.name === named;

/** Whether two texts contain the same except for an item. */
function isSameBut(format: 'jsonc' | 'toml' | 'yaml', before: string, after: string, item: Item): boolean {
  const rest = (text: string): unknown => dataWithout(dataIn(format, text) ?? {}, item.path, item);
  return isDeepStrictEqual(rest(before), rest(after));
}

/** Data without an item, and without what contained only that. */
function dataWithout(data: unknown, [key, ...path]: readonly string[], item: Item): unknown {
  if (Array.isArray(data)) {
    const rest: unknown[] = data.map(withoutOurs).filter((element) => !isThis(element, item));
    return rest.length > 0 ? rest : undefined;
  }
  if (key === undefined) return item.kind === 'element' ? data : undefined;
  if (!isObject(data)) return data;
  const inner = dataWithout(data[key], path, item);
  const others = Object.entries(data).filter(([name]) => name !== key);
  const isEmpty =
    inner === undefined || inner === null || (isObject(inner) && Object.keys(inner).length === 0);
  return Object.fromEntries(isEmpty ? others : [...others, [key, inner]]);
}

/** A group of hooks of others, without those of this product. */
function withoutOurs(element: unknown): unknown {
  const hooks: unknown = isObject(element) ? element.hooks : undefined;
  if (!isObject(element) || !Array.isArray(hooks) || isWhollyOurs(element)) return element;
  return { ...element, hooks: hooks.filter((hook) => !isWhollyOurs(hook)) };
}
