import { expect, it } from 'vitest'

import { childOf, parseTraceparent, traceOfRun, traceparentOf } from './tracing.ts'

const HEADER = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
const RUN = '3f2a91c0-1111-4222-8333-444455556666'

it('a span is below the one whose header came with the call', () => {
  const parent = parseTraceparent(HEADER)
  expect(parent && traceparentOf(parent)).toBe(HEADER)
  expect(childOf(parent)).toMatchObject({ traceId: parent?.traceId, isSampled: true })
  // A later version may add fields.
  expect(parseTraceparent(HEADER.replace('00-', '01-').concat('-more'))).toEqual(parent)
})

it.each([
  undefined,
  null,
  '',
  'x',
  HEADER.replace('00-', 'ff-'),
  HEADER.replace(/b7\w+/, '0'.repeat(16)),
  HEADER.toUpperCase(),
])('the header %s is no header', (header) => expect(parseTraceparent(header)).toBeUndefined())

it('the span of a run is the same for every process, in the trace of whoever asked for it or in its own', () => {
  expect(traceOfRun(RUN, HEADER)).toMatchObject({
    traceId: '0af7651916cd43dd8448eb211c80319c',
    spanId: '8333444455556666',
  })
  expect(traceOfRun(RUN, null)).toEqual({
    ...{ traceId: '3f2a91c0111142228333444455556666', spanId: '8333444455556666', isSampled: true },
  })
})
