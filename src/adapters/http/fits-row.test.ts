import { expect, it } from 'vitest'
import { z } from 'zod/mini'
import { known } from '../../contract/camel-cased.ts'
import { FLOW_ROUTES } from '../../contract/flows.ts'
import { fitsRow } from './fits-row.ts'

const row = z.looseObject({
  id: z.string(),
  size: z.optional(z.number()),
  state: known(['on', 'off'], 'on'),
  ends: z.nullish(z.array(z.looseObject({ id: z.string() }))),
  checks: z.catch(z.optional(z.array(z.string())), undefined),
})
const strict = z.strictObject({ id: z.string() })
const plain = z.object({ id: z.string() })
const checked = z.string().check(z.minLength(2))

it.each<[string, z.ZodMiniType, string]>([
  ['has all fields', row, '{"id":"1","size":1.5,"state":"on","ends":[{"id":"2","more":{"a":1}}],"checks":["x"]}'],
  ['has the required fields alone', row, '{"id":"1","state":"new"}'],
  [
    'has null for what may be null, and a field that nobody knows',
    row,
    '{"id":"1","state":"on","ends":null,"later":[1]}',
  ],
  ['has the only field of a strict row', plain, '{"id":"1"}'],
])('a row that %s comes out of its schema as it is', (_, schema, text) => {
  expect(fitsRow(schema, JSON.parse(text))).toBe(true)
  expect(schema.parse(JSON.parse(text))).toEqual(JSON.parse(text))
})

it.each<[string, z.ZodMiniType, string]>([
  ['lacks a required field', row, '{"state":"on"}'],
  ['has the wrong type in a field', row, '{"id":1,"state":"on"}'],
  ['has null where it may only be absent', row, '{"id":"1","state":"on","size":null}'],
  ['has a number beyond all numbers', row, '{"id":"1","state":"on","size":1e999}'],
  ['has an unusable entry in a list', row, '{"id":"1","state":"on","ends":[{"name":"x"}]}'],
  ['has a field that is replaced if it is unusable', row, '{"id":"1","state":"on","checks":[1]}'],
  ['has a name that no copy may have', row, '{"id":"1","state":"on","__proto__":{}}'],
  ['is a list', row, '[]'],
  ['is nothing', row, 'null'],
  ['has a field that would be left out', plain, '{"id":"1","more":1}'],
  ['has a field too many', strict, '{"id":"1","more":1}'],
  ['is a literal', z.literal('a'), '"a"'],
  ['is a text with a rule', checked, '"ab"'],
])('leaves the decision to the schema if a row %s', (_, schema, text) => {
  expect(fitsRow(schema, JSON.parse(text))).toBe(false)
})

it('a list of flows fits', () => {
  const flow = {
    id: 'f',
    name: 'F',
    config: { streams: [{ entity: 't', mode: 'append' }], transformations: [] },
    tags: ['x'],
  }
  expect(fitsRow(FLOW_ROUTES.listFlows.response, [flow])).toBe(true)
})
