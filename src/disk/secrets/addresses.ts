import type { FoundSecret } from './presetRules.ts';

/*
 * Passwords in URLs: `scheme://user:password@host` of any scheme, following RFC 3986, and tokens in place of the user.
 * The user may be missing or an e-mail address, and the password may contain an `@`: the last one before the path
 * counts.
 */

const address =
  /(?<![A-Za-z0-9+.-])([A-Za-z][A-Za-z0-9+.-]{1,40}):\\{0,3}\/\\{0,3}\/([^\s/:"'`<>\\]{0,200}):([^\s/"'`<>\\]{1,300})@([^\s/?#:"'`<>\\,;)\]]{1,200})/g;
const tokenAddress = /(?<=:\/\/)([A-Za-z0-9_.~-]{20,255})(?=(?::x-oauth-basic)?@[A-Za-z0-9])/g;

/** Pattern that texts with a possible password in a URL match. */
export const addressAnchor = ':\\\\{0,3}\\/\\\\{0,3}\\/[^\\s/@]{1,600}@';

/** Hosts of examples, and the local machine. */
const harmless = /^(?:localhost|127\.[\d.]+|\[?::1|(?:.*\.)?example\.(?:com|org|net))$/i;
const placeholder =
  /^(?:pass(?:word|wd)?|pwd?|secret|token|x{3,}|\*+|\.{3}|…)$|^\$[\w.[\]>-]+$|\$\{|\{\{|^#?\{.*\}$|^\[.*\]$|^%(?:[sd]|\w+%|\(\w+\)s)$|your[-_]|change[-_]?me/i;

/** Names for passwords of particular schemes. */
const kinds: readonly (readonly [scheme: RegExp, kind: string])[] = [
  [/^postgres/i, 'POSTGRESQL_PASSWORD'],
  [/^mysql/i, 'MYSQL_PASSWORD'],
  [/^mongodb/i, 'MONGODB_PASSWORD'],
];

/** Finds passwords and tokens in the URLs of a text. */
export function findInAddresses(text: string): FoundSecret[] {
  const passwords = [...text.matchAll(address)].flatMap(
    ({ 0: { length }, 1: scheme = '', 3: password = '', 4: host = '', index }) => {
      if (harmless.test(host) || placeholder.test(password) || /^~*$/.test(password)) return [];
      const end = index + length - host.length - 1;
      const kind = kinds.find(([pattern]) => pattern.test(scheme))?.[1] ?? 'URL_PASSWORD';
      return [{ kind, start: end - password.length, end }];
    },
  );
  const tokens = [...text.matchAll(tokenAddress)]
    .filter(([, token = '']) => /\d/.test(token) && /[A-Za-z]/.test(token))
    .map(({ 0: { length }, index }) => ({ kind: 'URL_TOKEN', start: index, end: index + length }));
  return [...passwords, ...tokens];
}
