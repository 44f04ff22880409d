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
