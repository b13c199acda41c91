import assert from 'node:assert/strict';
import { definitionVersion } from '../../../src/extension/server/definitionVersion.ts';

describe('the version of the server for the editor', () => {
  it('changes with the program and with what it is started with, and with nothing else', () => {
    const started = { args: ['server.js'], env: { HISTORY_TOOLS: 'default' } };
    const version = definitionVersion('1.2.0', started);
    assert.match(version, /^1\.2\.0\+[0-9a-f]{8}$/);
    assert.equal(definitionVersion('1.2.0', structuredClone(started)), version);
    assert.notEqual(definitionVersion('1.2.1', started), version);
    assert.notEqual(definitionVersion('1.2.0', { ...started, env: { HISTORY_TOOLS: 'core' } }), version);
  });
});
