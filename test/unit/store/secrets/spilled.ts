import { generateKeyPairSync } from 'node:crypto';
import fs from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { isObject } from '../../../../src/disk/base/core.ts';
import { githubToken } from './tokens.ts';

/** Secrets of each way in which one is known: by its form, by an `.env` file, as a key of many lines, by its tag. */
export interface Secrets {
  /** A text with all of them. */
  readonly text: string;
  /** What must be found nowhere. */
  readonly secrets: readonly string[];
}

/** Makes up secrets and writes the `.env` of a project. */
export function makeSecrets(project: string): Secrets {
  const token = githubToken();
  const value = `pa55-${githubToken().slice(8, 28)}`;
  const { privateKey } = generateKeyPairSync('ed25519');
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const [, keyLine = ''] = key.split('\n');
  const hidden = `between us ${githubToken().slice(4, 20)}`;
  fs.writeFileSync(join(project, '.env'), `PORT=3000\nSHOP_PASSWORD="${value}"\nNAME=example-shop\n`);
  return {
    text: `Deploy with ${token} and ${value}.\n${key}\n<private>${hidden}</private> Thanks`,
    secrets: [token, value, keyLine, hidden],
  };
}

/** Where secrets stand in a text or value. */
export function spilledIn(where: string, value: unknown, { secrets }: Secrets): string[] {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
  return secrets.filter((secret) => text.includes(secret)).map((secret) => `${where}: ${secret}`);
}

/** So much of a secret is not to be seen anywhere, whichever part of it. Characters. */
const telling = 10;

/** The first places where parts of a secret stand in a value, with what stands around them. */
export function piecesIn(where: string, value: unknown, secret: string): string[] {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
  const pieces = Array.from({ length: secret.length - telling + 1 }, (_, n) => secret.slice(n, n + telling));
  const any = new RegExp(pieces.map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|'), 'g');
  const found = Array.from(text.matchAll(any), ({ index }) => index);
  return found.slice(0, 3).map((at) => `${where}: ${text.slice(Math.max(0, at - 60), at + telling + 20)}`);
}

/**
 * Where secrets stand below a folder: in bytes, compressed ones as well, and in names.
 * What a server does meanwhile may take away what was listed, such as a file under its temporary name.
 */
export function spilledBelow(folder: string, secrets: Secrets): string[] {
  const entries = ifThere(() => fs.readdirSync(folder, { withFileTypes: true })) ?? [];
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    const inName = spilledIn(`the name of ${path}`, entry.name, secrets);
    if (entry.isDirectory()) return [...inName, ...spilledBelow(path, secrets)];
    const bytes = entry.isFile() ? ifThere(() => fs.readFileSync(path)) : undefined;
    if (!bytes) return inName;
    const whole = entry.name.endsWith('.gz') ? gunzipSync(bytes) : bytes;
    return [
      ...inName,
      ...spilledIn(path, whole.toString('utf8'), secrets),
      ...spilledIn(path, whole.toString('utf16le'), secrets),
    ];
  });
}

function ifThere<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    if (isObject(error) && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
