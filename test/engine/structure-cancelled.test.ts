import { expect, it } from 'vitest'

import { givenTwoDatabases } from './given-two-databases.ts'
import { contextWith, type Database, moveBetween, run, statuses } from './move-between.ts'

let source: Database
let destination: Database

givenTwoDatabases((ends) => {
  ;({ source, destination } = ends)
})

it('a run that is cancelled after its rows says that structure is left, and the next one builds it', async () => {
  await run(
    source,
    'CREATE TABLE t (id int PRIMARY KEY, v text)',
    'INSERT INTO t VALUES (1)',
    'CREATE INDEX by_v ON t (v)',
  )
  const cancelled = new AbortController()
  const moved = await moveBetween(source, destination, [], {
    copiesStructure: true,
    context: contextWith(cancelled.signal),
    onEvent: (event) => event.kind === 'structure' && cancelled.abort(),
  })
  expect(statuses(moved)).toEqual(['succeeded'])
  expect(moved.isStructureLeft).toBe(true)

  const again = await moveBetween(source, destination, [], { copiesStructure: true })
  expect(again).toMatchObject({ streams: [{ status: 'succeeded' }] })
  expect(again.isStructureLeft).toBeUndefined()
  expect(await run(destination, `SELECT 1 AS there FROM pg_indexes WHERE indexname = 'by_v'`)).toEqual([{ there: '1' }])
})
