import type { CallToolResult, GetPromptResult, Tool as ListedTool } from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';
import { oneOf } from '../../src/server/base/completion.ts';
import type { Offers, Prompt } from '../../src/server/base/offers.ts';
import { jsonReply } from '../../src/server/base/reply.ts';
import { defineTool } from '../../src/server/base/tool.ts';
import { StoreError } from '../../src/disk/base/core.ts';

const image =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const audio = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=';

const textTool = (name: string, text: string) =>
  defineTool({
    name,
    title: name,
    description: `Replies “${text}”`,
    hints: { readOnly: true },
    reply: 'text',
    input: {},
    run: () => Promise.resolve([text]),
  });

const failing = defineTool({
  name: 'test_error_handling',
  title: 'Fail',
  description: 'Always fails.',
  hints: { readOnly: true },
  reply: 'nothing',
  input: {},
  run: () =>
    Promise.reject(new StoreError('not_found', 'This tool intentionally returns an error for testing')),
});

const echo = defineTool({
  name: 'test_echo',
  title: 'Echo',
  description: 'Replies with its argument.',
  hints: { readOnly: true },
  reply: '{text}',
  input: { text: z.string() },
  run: (_, { text }) => Promise.resolve(jsonReply({ text })),
});

function prompt(name: string, names: readonly string[], write: Prompt['write']): Prompt {
  const complete = oneOf('testing', 'paris', 'party');
  const args = names.map((one) => ({ name: one, description: one, required: true as const, complete }));
  return { name, title: name, description: name, arguments: args, ofProject: false, write };
}

/** What the suite asks for, as far as this product's tools, prompts and resources can be of that kind. */
export const conformanceOffers: Offers = {
  tools: [textTool('test_simple_text', 'This is a simple text response for testing.'), failing, echo],
  prompts: [
    prompt('test_simple_prompt', [], () => 'This is a simple prompt for testing.'),
    prompt(
      'test_prompt_with_arguments',
      ['arg1', 'arg2'],
      ({ arg1, arg2 }) => `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`,
    ),
  ],
  resources: [
    {
      uri: 'test://static-text',
      name: 'text',
      title: 'Text',
      description: 'A text.',
      mimeType: 'text/plain',
      priority: 0.5,
      read: () => Promise.resolve('This is the content of the static text resource.'),
    },
    {
      uri: 'test://template/{id}/data',
      name: 'data',
      title: 'Data',
      description: 'What belongs to an id.',
      mimeType: 'application/json',
      priority: 0.5,
      read: (_, { id = '' }) =>
        Promise.resolve(JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` })),
    },
  ],
};

const embedded = (uri: string, text: string, mimeType = 'text/plain') => ({
  type: 'resource' as const,
  resource: { uri, mimeType, text },
});
const picture = { type: 'image', data: image, mimeType: 'image/png' } as const;

/** Contents of tools that this product's own tools never reply, but its server must pass on. */
export const toolContents: Readonly<Record<string, CallToolResult['content']>> = {
  test_image_content: [picture],
  test_audio_content: [{ type: 'audio', data: audio, mimeType: 'audio/wav' }],
  test_embedded_resource: [embedded('test://embedded-resource', 'This is an embedded resource content.')],
  test_multiple_content_types: [
    { type: 'text', text: 'Multiple content types test:' },
    picture,
    embedded('test://mixed-content-resource', '{"test":"data","value":123}', 'application/json'),
  ],
};

/** The same of prompts. */
export const promptMessages: Readonly<
  Record<string, (args: Readonly<Record<string, string>>) => GetPromptResult['messages']>
> = {
  test_prompt_with_embedded_resource: ({ resourceUri = '' }) => [
    { role: 'user', content: embedded(resourceUri, 'Embedded resource content for testing.') },
    { role: 'user', content: { type: 'text', text: 'Please process the embedded resource above.' } },
  ],
  test_prompt_with_image: () => [
    { role: 'user', content: picture },
    { role: 'user', content: { type: 'text', text: 'Please analyze the image above.' } },
  ],
};

/** A resource that is no text. */
export const binary = { uri: 'test://static-binary', mimeType: 'image/png', blob: image };

/** A tool whose schema has what this product's own schemas never have, but its server must pass on. */
export const schemaTool: ListedTool = {
  name: 'json_schema_2020_12_tool',
  description: 'Tool with JSON Schema 2020-12 features',
  inputSchema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    $defs: {
      address: {
        $anchor: 'addressDef',
        type: 'object',
        properties: { street: { type: 'string' }, city: { type: 'string' } },
      },
    },
    properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
    allOf: [{ anyOf: [{ required: ['name'] }, { required: ['address'] }] }],
    if: { required: ['address'] },
    then: { required: ['name'] },
    else: { properties: { name: { minLength: 1 } } },
    additionalProperties: false,
  },
};
