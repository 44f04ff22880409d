import { expect, it } from 'vitest'

import { TRANSFORMATION_TYPE_NAMES } from '../catalog/transformations/transformation-types.ts'
import type { Transformation } from '../flows/flow.ts'
import {
  connectedSteps,
  movedStep,
  newStep,
  withoutSteps,
  withSetting,
  withSteps,
  withStream,
  withWords,
} from './edit-steps.ts'

const steps: readonly Transformation[] = ['a', 'b', 'c'].map((id) => ({ id, type: 'limit', settings: { rows: 1 } }))
const ids = (found: readonly Transformation[]) => found.map(({ id }) => id).join('')

it('puts a step between two others, with its defaults', () => {
  const added = withSteps(steps, 1, [newStep('new', 'limit')])

  expect(ids(added)).toBe('anewbc')
  expect(added[1]?.settings).toEqual({ rows: 1_000 })
})

it.each(TRANSFORMATION_TYPE_NAMES)('adds a %s step', (type) => {
  expect(withSteps([], 0, [newStep('new', type)])).toMatchObject([{ id: 'new', type }])
})

it.each([
  ['b', -1, 'bac'],
  ['b', 1, 'acb'],
  ['a', -1, 'abc'],
  ['c', 1, 'abc'],
  ['gone', 1, 'abc'],
])('moves %s by %i', (id, by, expected) => {
  expect(ids(movedStep(steps, id, by))).toBe(expected)
})

it('takes steps out', () => {
  expect(ids(withoutSteps(steps, ['a', 'c', 'gone']))).toBe('b')
  expect(ids(withoutSteps(steps, ['b']))).toBe('ac')
})

it('sets one setting of one step', () => {
  expect(withSetting(steps, 'b', 'rows', 5).map(({ settings }) => settings['rows'])).toEqual([1, 5, 1])
})

it('makes a step for one stream, and for all again', () => {
  const one = withStream(steps, 'a', 'public.orders')

  expect(one.map(({ stream }) => stream)).toEqual(['public.orders', undefined, undefined])
  expect(withStream(one, 'a', undefined)).toEqual(steps)
})

it.each([
  ['a line from the source to the last step makes it the first', undefined, 'c', 'cab'],
  ['a line from the first step to the destination makes it the last', 'a', undefined, 'bca'],
  ['a line from one step to another puts that one behind it', 'a', 'c', 'acb'],
  ['a line that is there already changes nothing', 'a', 'b', 'abc'],
  ['a line to itself changes nothing', 'b', 'b', 'abc'],
  ['a line to a step that is gone changes nothing', 'a', 'gone', 'abc'],
])('%s', (_, from, to, expected) => {
  const connected = connectedSteps(steps, from, to)

  expect(ids(connected)).toBe(expected)
  if (expected === 'abc') expect(connected).toBe(steps)
})

it('names a step and comments on it, and takes both back', () => {
  const named = withWords(withWords(steps, 'b', 'name', 'Paid only'), 'b', 'note', 'Asked for by Ada')

  expect(named[1]).toMatchObject({ name: 'Paid only', note: 'Asked for by Ada' })
  expect(withWords(withWords(named, 'b', 'name', ''), 'b', 'note', '')).toEqual(steps)
})
