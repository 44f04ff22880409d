import { expect, it } from 'vitest'

import type { RunKind } from '../../../core/catalog/runs/run-kinds.ts'
import { inEnglish } from '../../../core/catalog/sentence.ts'
import type { StreamProgress } from '../../../engine/move/run/stream-progress.ts'
import { makeLogProgress } from './log-progress.ts'

const ORDERS: StreamProgress = {
  ...{ entity: 'orders', target: 'orders', status: 'running', bytes: 0, estimatedRows: 9_000_000 },
  ...{ rowsRead: 0, rowsFiltered: 0, rowsRejected: 0, rowsWritten: 0 },
}

function openLog(tables: readonly StreamProgress[] = [ORDERS], kind: RunKind = 'move') {
  const lines: string[] = []
  let now = 0
  let tick = () => {}
  const every = (_: number, act: () => void) => {
    tick = act
    return () => {
      tick = () => {}
    }
  }
  const clock = { now: () => now, every }
  const log = makeLogProgress(
    { log: (_, text, about) => lines.push(`${about?.entity ?? 'run'}: ${inEnglish(text)}`) },
    kind,
    clock,
  )
  log.apply({ kind: 'planned', streams: tables })
  const pass = (seconds: number) => {
    for (let passed = 0; passed < seconds; passed++) {
      now += 1_000
      tick()
    }
  }
  return {
    lines,
    pass,
    log,
    progress: (stream: Partial<StreamProgress>) => log.apply({ kind: 'progress', stream: { ...ORDERS, ...stream } }),
  }
}

it('says every five seconds how far the table is, and how fast', () => {
  const { lines, pass, progress } = openLog()
  progress({ rowsRead: 0 })
  pass(4)
  expect(lines).toEqual([])
  progress({ rowsRead: 1_900_000 })
  pass(1)
  progress({ rowsRead: 3_100_000 })
  pass(5)
  expect(lines).toEqual([
    'orders: 1,900,000 of about 9,000,000 rows read.',
    'orders: 3,100,000 of about 9,000,000 rows read, 240,000 a second.',
  ])
})

it('says what else goes on while no row comes', () => {
  const { lines, pass, progress } = openLog()
  progress({})
  pass(5)
  progress({ rowsRead: 7, phases: { moving: 10 } })
  pass(5)
  progress({ rowsRead: 7, status: 'committing' })
  pass(5)
  expect(lines).toEqual([
    'orders: No row has come yet.',
    'orders: The rows are being checked.',
    'orders: The rows are being made visible.',
  ])
})

it('says of a dry run and a comparison that they compare, not that rows are put in place', () => {
  for (const kind of ['dry-run', 'compare'] as const) {
    const { lines, pass, progress } = openLog([ORDERS], kind)
    progress({ rowsRead: 7, status: 'committing' })
    pass(5)
    expect(lines).toEqual(['orders: Both sides are being compared.'])
  }
})

it('does not flood the log of a run of hours, of thousands of tables, or after its end', () => {
  const long = openLog()
  long.progress({ rowsRead: 1 })
  long.pass(3_600)
  expect(long.lines.length).toBeLessThan(175)

  const many = openLog(Array.from({ length: 2_000 }, (_, at) => ({ ...ORDERS, entity: `t${at}` })))
  many.progress({ entity: 't0', status: 'running' })
  many.progress({ entity: 't1', status: 'running' })
  many.progress({ entity: 't0', status: 'succeeded' })
  many.pass(5)
  expect(many.lines).toEqual(['run: 1 of 2,000 tables are over.'])

  many.log.close()
  many.pass(60)
  expect(many.lines).toHaveLength(1)
})
