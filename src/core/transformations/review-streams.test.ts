import { expect, it } from 'vitest'

import type { FlowStream } from '../flows/flow.ts'
import { reviewStreams } from './review-streams.ts'

const entities = [
  { name: 'public.orders', columns: ['id', 'total'].map((name) => ({ name, type: 'text' })) },
  { name: 'sheets.Orders', columns: [] },
]
const review = (stream: Partial<FlowStream>, known: typeof entities | undefined = entities) =>
  reviewStreams({ streams: [{ entity: 'public.orders', mode: 'replace', ...stream }] }, known)

it.each<[string, Partial<FlowStream>]>([
  ['every column', {}],
  ['columns that are there', { columns: ['id'] }],
  ['columns of a source that tells none', { entity: 'sheets.Orders', columns: ['A'] }],
])('has nothing against %s', (_what, stream) => expect(review(stream)).toBeUndefined())

it('has nothing against anything before the source was read', () => {
  expect(reviewStreams({ streams: [{ entity: 'gone', mode: 'replace' }] }, undefined)).toBeUndefined()
})

it('names the table that is gone, and the one that was meant', () => {
  expect(review({ entity: 'public.order' })).toMatchObject({
    kind: 'no-such-other-stream',
    stream: 'public.order',
    nearest: 'public.orders',
  })
})

it('names the column that is gone, and the one that was meant', () => {
  expect(review({ columns: ['id', 'totl'] })).toMatchObject({
    kind: 'no-such-column',
    stream: 'public.orders',
    column: 'totl',
    nearest: 'total',
  })
})
