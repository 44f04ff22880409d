import { expect, it } from 'vitest'

import type { Transformation } from '../flows/flow.ts'
import { planPreview } from './plan-preview.ts'
import type { StepReview } from './review-steps.ts'

const step = (id: string, changes: Partial<Transformation> = {}): Transformation => ({
  ...{ id, type: 'limit', settings: {} },
  ...changes,
})
const [first, second, third] = [step('a'), step('b'), step('c')]
const wrong: StepReview = { columns: undefined, problems: [{ kind: 'required', at: { setting: 'rows' } }] }

interface Given {
  readonly of?: Transformation
  readonly steps?: readonly Transformation[]
  readonly streams?: readonly string[]
  readonly chosen?: string
  readonly reviews?: ReadonlyMap<string, StepReview>
}

const planned = ({ of = second, steps = [first, second, third], streams = [], chosen, reviews = new Map() }: Given) =>
  planPreview(
    of,
    { streams: streams.map((entity) => ({ entity, mode: 'replace' })), transformations: steps },
    { reviews, tables: ['orders', 'customers'], chosen },
  )

it('offers the rows of every table that moves, and begins with the first', () => {
  expect(planned({})).toMatchObject({ streams: ['orders', 'customers'], stream: 'orders' })
  expect(planned({ streams: ['items'] })).toMatchObject({ streams: ['items'], stream: 'items' })
})

it('begins with the table that was chosen, unless the step is for another one', () => {
  expect(planned({ chosen: 'customers' }).stream).toBe('customers')
  const own = step('b', { stream: 'orders' })
  expect(planned({ of: own, chosen: 'customers' })).toMatchObject({ streams: ['orders'], stream: 'orders' })
})

it('is blocked by a step before that has to be put right, not by itself nor by one behind', () => {
  expect(planned({ reviews: new Map([['a', wrong]]) })).toMatchObject({ blockedBy: 1, isUnfinished: false })
  expect(planned({ reviews: new Map([['b', wrong]]) })).toMatchObject({ blockedBy: undefined, isUnfinished: true })
  expect(planned({ reviews: new Map([['c', wrong]]) })).toMatchObject({ blockedBy: undefined, isUnfinished: false })
})

it('is not known behind a step that only a newer client knows', () => {
  const newer = step('a', { type: 'of-tomorrow' })
  expect(planned({ steps: [newer, second, third] }).isUnknown).toBe(true)
  expect(planned({ of: first, steps: [first, step('b', { type: 'of-tomorrow' })] }).isUnknown).toBe(false)
})
