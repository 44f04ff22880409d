import { expect, it } from 'vitest'

import { settingProblems } from './transformation-setting-problems.ts'
import type { Settings } from './transformation-settings.ts'
import { TRANSFORMATION_TYPES, type TransformationType } from './transformation-types.ts'

const problems = (type: TransformationType, settings: Settings) =>
  settingProblems(TRANSFORMATION_TYPES[type].settings, settings)

it.each<[TransformationType, Settings, string]>([
  ['limit', { rows: [5] }, 'rows'],
  ['limit', { rows: null }, 'rows'],
  ['filter', { where: 5 }, 'where'],
  ['select', { columns: 'id' }, 'columns'],
  ['select', { columns: ['id', 5] }, 'columns'],
  ['sort', { by: ['id'] }, 'by'],
  ['sort', { by: [null] }, 'by'],
  ['sort', { by: [{ column: 5, direction: 'ascending' }] }, 'by'],
  ['sort', { by: [{ column: 'id', direction: 'ascending', colour: 'red' }] }, 'by'],
])('of %s %j are of another shape', (type, settings, setting) => {
  expect(problems(type, settings)).toEqual([{ kind: 'malformed', at: { setting } }])
})

it.each(['total > ?', "? = 'a'", "name LIKE ? || '%'", "\"a\" = 'it''s' AND b = ?"])(
  'of SQL without a value have a gap: %s',
  (where) => {
    expect(problems('filter', { where })).toEqual([{ kind: 'gap', at: { setting: 'where' } }])
    const columns = [{ name: 'a', expression: where }]
    const at = { setting: 'columns', line: 0, cell: 'expression' }
    expect(problems('compute', { columns })).toEqual([{ kind: 'gap', at }])
  },
)

it.each(["a = 'why?'", '"why?" = 1', "a = 'it''s ?'", 'a = $q$?$q$', 'a = 1 -- why?', 'a /* ? */ = 1', "a = 'why?"])(
  'of SQL whose ? is no value have none: %s',
  (where) => {
    expect(problems('filter', { where })).toEqual([])
  },
)

it.each<[TransformationType, Settings]>([
  ['limit', { rows: 5 }],
  ['filter', { where: 'total > 0' }],
  ['select', { columns: ['whatever the source has'] }],
  ['sort', { by: [{ column: 'id', direction: 'ascending' }] }],
  ['join', { stream: 'other', rows: 'all', on: [{ column: 'a', other: 'b' }] }],
  ['sql', { query: 'select * from input' }],
])('of %s %j have nothing wrong as far as they tell by themselves', (type, settings) => {
  expect(problems(type, settings)).toEqual([])
})

it.each(['rename', 'cast', 'mask'] as const)('of %s name a column once, so that no line is without effect', (type) => {
  const line = { rename: { to: 'x' }, cast: { type: 'text' }, mask: { method: 'hash' } }[type]
  const other = { ...line, ...(type === 'rename' && { to: 'y' }) }
  const columns = [
    { column: 'a', ...line },
    { column: 'a', ...other },
  ]
  const at = { setting: 'columns', line: 1, cell: 'column' }
  expect(problems(type, { columns })).toEqual([{ kind: 'twice', at, name: 'a' }])
})

it.each([' email', 'email ', 'Email'])(
  'of a mask name a column letter for letter, or it would not be masked (%j)',
  (name) => {
    const settings = { columns: [{ column: name, method: 'hash' }] }
    const input = { stream: 'people', columns: ['email'], entities: undefined, columnsOf: () => undefined }
    expect(settingProblems(TRANSFORMATION_TYPES.mask.settings, settings, input)).toMatchObject([
      { kind: 'no-such-column', column: name },
    ])
  },
)

it('of a mask name its method letter for letter', () => {
  expect(problems('mask', { columns: [{ column: 'email', method: 'hash ' }] })).toMatchObject([
    { kind: 'not-an-option' },
  ])
})
