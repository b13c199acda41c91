/** The values of a template's variables by their names. */
export type Variables = Readonly<Record<string, string>>;

/** The names of the variables of a template, in their order. */
export const variablesOf = (template: string): string[] =>
  [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/** The address of a template with these values. */
export const addressOf = (template: string, variables: Variables): string =>
  template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent((variables[name] ?? '').toWellFormed()),
  );

/**
 * What stands at an address in place of a template's variables; undefined where they do not match. The value of `slashed`
 * may hold slashes as they are. A slash may follow an address without variables.
 */
export function valuesAt(address: string, template: string, slashed?: string): Variables | undefined {
  const names = variablesOf(template);
  const [start = '', ...rest] = template.split(/\{\w+\}/).map((text) => text.replaceAll(/\W/g, '\\$&'));
  const pattern = rest.map((text, n) => `${names[n] === slashed ? '(.+)' : '([^/]+)'}${text}`).join('');
  const found = new RegExp(`^${start}${pattern}${names.length === 0 ? '/?' : ''}$`, 's').exec(address);
  if (!found) return undefined;
  return Object.fromEntries(names.map((name, n) => [name, decoded(found[n + 1] ?? '')]));
}

/** A percent sign that begins no code stands for itself, as clients leave it when they decode and encode an address. */
export const decoded = (text: string): string =>
  text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (codes) => {
    try {
      return decodeURIComponent(codes);
    } catch {
      return codes;
    }
  });
