import { expect, it } from 'vitest'

import { sentence } from '../../core/catalog/sentence.ts'
import type { StreamProgress } from '../../engine/move/run/stream-progress.ts'
import { reportOn } from './move-report.ts'

function given() {
  const written: string[] = []
  const write = (text: string) => written.push(text) > 0
  return { written, report: reportOn({ isTTY: false, write }) }
}

const stream = (over: Partial<StreamProgress>): StreamProgress => ({
  entity: 'public.a',
  target: 'public.a',
  status: 'succeeded',
  rowsRead: 3,
  rowsWritten: 3,
  rowsFiltered: 0,
  rowsRejected: 0,
  bytes: 0,
  ...over,
})

it('names the table that a warning is about, and repeats it in the JSON', () => {
  const { report, written } = given()
  report.onEvent({ kind: 'log', level: 'warning', entity: 'public.a', message: sentence`2 dates were read as NULL.` })
  expect(written).toEqual(['public.a: 2 dates were read as NULL.\n'])
  expect(JSON.parse(report.lines([stream({})], true)[0] ?? '')).toMatchObject({
    warnings: ['2 dates were read as NULL.'],
  })
})

it('says once why a table failed', () => {
  const { report, written } = given()
  const message = sentence`The table is locked`
  report.onEvent({ kind: 'log', level: 'error', entity: 'public.a', message })
  const error = { code: 'TABLE_BUSY' as const, message, hint: sentence`Run again.`, retryable: true }
  expect(written).toEqual([])
  expect(report.lines([stream({ status: 'failed', error })], false)).toEqual([
    'public.a → public.a: failed, The table is locked. Run again.',
  ])
})

it('names what did not come of the structure, and why', () => {
  const { report } = given()
  const there = { kind: 'index', table: 'public.a', name: 'a_v', state: 'built' } as const
  const gone = { ...there, kind: 'check', name: 'a_check', state: 'left', reason: sentence`It calls f().` } as const
  report.onEvent({ kind: 'structure', objects: [there, gone] })
  expect(report.lines([], false)).toEqual(['public.a: check a_check does not come: It calls f().'])
  expect(JSON.parse(report.lines([], true)[0] ?? '')).toEqual({
    structure: [there, { ...gone, reason: 'It calls f().' }],
  })
})

it('says which tables an append has completed when others failed', () => {
  const { report, written } = given()
  report.warnOfRepetition([stream({}), stream({ entity: 'public.b' })])
  expect(written).toEqual([])
  report.warnOfRepetition([stream({}), stream({ entity: 'public.b', status: 'failed' })])
  expect(written).toEqual(['Appended and complete: public.a. Leave them out when you repeat this move.\n'])
})
