import { expect, it } from 'vitest'

import type { Run, RunStream } from './run.ts'
import { isSqlAfterLeft } from './sql-after.ts'

const stream = (status: string): RunStream => ({
  ...{ entity: 'a', target: 'a', status },
  ...{ rowsRead: 1, rowsFiltered: 0, rowsRejected: 0, rowsWritten: 1, bytes: 1 },
})
const run = (changes: Partial<Run>): Run => ({
  ...{ id: 'r', kind: 'move', flowId: 'f', status: 'partially_succeeded', streams: [stream('succeeded')] },
  ...changes,
})
const failed = { code: 'SQL_AFTER_FAILED', message: 'No.' }

it.each<[what: string, run: Run, isLeft: boolean]>([
  ['all rows have arrived, and something failed after them', run({}), true],
  ['only the SQL after was tried again, and failed', run({ status: 'failed', streams: [], error: failed }), true],
  ['the structure was refused', run({ error: { code: 'STRUCTURE_FAILED', message: 'No.' } }), true],
  ['a table failed', run({ streams: [stream('succeeded'), stream('failed')] }), false],
  ['everything succeeded', run({ status: 'succeeded' }), false],
  ['it still runs', run({ status: 'running', error: failed }), false],
  ['nothing was written', run({ kind: 'dry-run', error: failed }), false],
  ['nothing was planned', run({ streams: [] }), false],
])('knows whether only the SQL after the rows is left: %s', (_, given, isLeft) => {
  expect(isSqlAfterLeft(given)).toBe(isLeft)
})
