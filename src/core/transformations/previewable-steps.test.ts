import { expect, it } from 'vitest'

import type { StepProblem } from '../catalog/transformations/transformation-problem.ts'
import { previewableSteps } from './previewable-steps.ts'

const step = (id: string, stream?: string) => ({
  id,
  type: 'limit',
  settings: {},
  ...(stream !== undefined && { stream }),
})
const CONFIG = { streams: [], transformations: [step('a'), step('b', 'orders'), step('c', 'customers'), step('d')] }
const wrong = (id: string, problem: StepProblem) => new Map([[id, { columns: undefined, problems: [problem] }]])
const NOTHING = { kind: 'no-such-stream', stream: 'x' } as const
const ids = (problems = wrong('x', NOTHING)) => {
  const { steps, stopped } = previewableSteps(CONFIG, problems, 'orders')
  return [steps.map(({ id }) => id).join(' '), stopped?.id]
}

it('are those that the stream goes through', () => {
  expect(ids()).toEqual(['a b d', undefined])
})

it('end before the first that has to be put right', () => {
  expect(ids(wrong('b', { kind: 'required', at: { setting: 'rows' } }))).toEqual(['a', 'b'])
})

it('are not stopped by a step of another stream', () => {
  expect(ids(wrong('c', NOTHING))).toEqual(['a b d', undefined])
})

it('end before the first that only the server knows', () => {
  const transformations = [step('a'), { ...step('b'), type: '' }, step('c')]
  const { steps, stopped } = previewableSteps({ streams: [], transformations }, new Map(), 'orders')

  expect([steps.map(({ id }) => id), stopped?.id]).toEqual([['a'], 'b'])
})

it('have with them what an earlier preview refused, to be tried again', () => {
  expect(ids(wrong('b', { kind: 'refused', message: 'No.' }))).toEqual(['a b d', undefined])
})
