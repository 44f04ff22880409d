import { expect, it } from 'vitest'

import type { StepProblem } from '../catalog/transformations/transformation-problem.ts'
import { withUnfinishedStep } from './unfinished-step.ts'

const missing: StepProblem = { kind: 'required', at: { setting: 'where' } }
const gap: StepProblem = { kind: 'gap', at: { setting: 'where' } }
const wrong: StepProblem = { kind: 'refused', message: 'No.' }
const reviewsOf = (...problems: StepProblem[]) =>
  new Map([
    ['t1', { columns: ['id'], problems }],
    ['t2', { columns: undefined, problems: [missing] }],
  ])

it('what is missing in a step that was just added is no mistake yet', () => {
  const reviews = withUnfinishedStep(reviewsOf(missing, gap), 't1')

  expect(reviews.get('t1')).toEqual({ columns: ['id'], problems: [{ kind: 'unfinished' }] })
  expect(reviews.get('t2')?.problems).toEqual([missing])
  expect([...reviews.keys()]).toEqual(['t1', 't2'])
})

it('anything else that is wrong with it is said', () => {
  expect(withUnfinishedStep(reviewsOf(missing, wrong), 't1').get('t1')?.problems).toEqual([wrong])
})

it('a step without anything missing is as it was, and so are all when none is new', () => {
  const reviews = reviewsOf(wrong)

  expect(withUnfinishedStep(reviews, 't1')).toBe(reviews)
  expect(withUnfinishedStep(reviews, undefined)).toBe(reviews)
  expect(withUnfinishedStep(reviews, 'gone')).toBe(reviews)
})
