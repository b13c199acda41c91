import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import type { JsonSchemaType } from '@modelcontextprotocol/sdk/validation';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';

const ajv = new AjvJsonSchemaValidator();

/** Asserts that a value fits the JSON Schema in `schemas/`. */
export function assertFits(value: unknown, schema: string): void {
  const text = fs.readFileSync(join(__dirname, 'schemas', schema), 'utf8');
  const { valid, errorMessage } = ajv.getValidator(JSON.parse(text) as JsonSchemaType)(value);
  assert.ok(valid, errorMessage);
}
