import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../editor/places.ts';
import { assertFits } from './schema.ts';

const read = (name: string) =>
  JSON.parse(fs.readFileSync(join(projectRoot, name), 'utf8')) as Record<string, unknown>;

describe('server.json', () => {
  const server = read('server.json');
  const { name, version, mcpName } = read('package.json');

  it('is what the registry of MCP servers takes', () => assertFits(server, 'server-2025-12-11.schema.json'));

  it('names this version of the package, which names it in turn', () => {
    assert.deepEqual([server.name, server.version], [mcpName, version]);
    const packages = server.packages as { identifier: string; version: string }[];
    assert.deepEqual(
      packages.map((each) => [each.identifier, each.version]),
      [[name, version]],
    );
  });
});
