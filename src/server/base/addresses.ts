/** Address of the page that chats show for replies of tools. */
export const chatAppUri = 'ui://history/app';

/** Values of a template's variables by name. */
export type Variables = Readonly<Record<string, string>>;

/** Lists the variables of a template in order. */
export const variablesOf = (template: string): string[] =>
  [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/** Expands a template to an address. */
export const addressOf = (template: string, variables: Variables): string =>
  template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent((variables[name] ?? '').toWellFormed()),
  );

/**
 * Matches an address against a template and returns the variables; undefined without a match. The value of `slashed`
 * may contain slashes. A template without variables allows a trailing slash.
 */
export function valuesAt(address: string, template: string, slashed?: string): Variables | undefined {
  const names = variablesOf(template);
  const [start = '', ...rest] = template.split(/\{\w+\}/).map((text) => text.replaceAll(/\W/g, '\\$&'));
  const pattern = rest.map((text, n) => `${names[n] === slashed ? '(.+)' : '([^/]+)'}${text}`).join('');
  const found = new RegExp(`^${start}${pattern}${names.length === 0 ? '/?' : ''}$`, 's').exec(address);
  if (!found) return undefined;
  return Object.fromEntries(names.map((name, n) => [name, decoded(found[n + 1] ?? '')]));
}

/** Decodes percent codes; a percent sign without a code stays, as left by clients that decode and re-encode addresses. */
export const decoded = (text: string): string =>
  text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (codes) => {
    try {
      return decodeURIComponent(codes);
    } catch {
      return codes;
    }
  });
