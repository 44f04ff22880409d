import { expect, it } from 'vitest'

import { inEnglish } from '../../src/core/catalog/sentence.ts'
import type { StreamRequest } from '../../src/engine/move/run/stream-request.ts'
import { givenTwoDatabases } from './given-two-databases.ts'
import { type Database, endpointOf, moveBetween, problems, replace, run } from './move-between.ts'

let source: Database
let destination: Database

givenTwoDatabases((ends) => {
  ;({ source, destination } = ends)
})

const APPEND: StreamRequest = { ...replace('public.t'), mode: 'append' }
const UPSERT: StreamRequest = { ...replace('public.t'), mode: 'upsert', key: ['id'] }

it.each<[string, string, StreamRequest]>([
  ['appends', 'INSERT (id, v)', APPEND],
  ['appends only new rows', 'INSERT (id, v), SELECT (id, v)', { ...APPEND, cursor: { column: 'id' } }],
  ['upserts', 'INSERT (id, v), UPDATE (v), SELECT (id, v)', UPSERT],
  [
    'upserts and removes gone rows',
    'INSERT (id, v), UPDATE (v), SELECT (id, v), DELETE',
    { ...UPSERT, vanished: { limit: 100 } },
  ],
])('an account with rights to the written columns %s, and without them is told which', async (_, rights, stream) => {
  const writer = `writer_of_columns_${destination.database}`
  await run(source, 'CREATE TABLE t (id int PRIMARY KEY, v int)', 'INSERT INTO t VALUES (1, 1), (2, 2)')
  await run(
    destination,
    'CREATE TABLE t (id int PRIMARY KEY, v int, secret text)',
    `CREATE ROLE ${writer} LOGIN PASSWORD 'w'`,
    `GRANT CREATE, USAGE ON SCHEMA public TO ${writer}`,
    `GRANT TEMPORARY ON DATABASE ${destination.database} TO ${writer}`,
  )
  const asWriter = endpointOf(destination, { user: writer, password: 'w' })
  for (const attempt of [{ dry: true }, {}]) {
    const [refused] = problems(await moveBetween(source, asWriter, [stream], attempt))
    expect(refused).toMatchObject({ code: 'PERMISSION_MISSING', field: 'user', retryable: false })
    const grant = refused?.hint ? inEnglish(refused.hint).replace('Execute as its owner: ', '') : ''
    await run(destination, 'BEGIN', grant, 'ROLLBACK')
    if ('dry' in attempt) continue
    expect(grant).toContain(' ON "public"."t" TO ')
    await run(destination, `GRANT ${rights} ON t TO ${writer}`)
  }
  for (const attempt of [{ dry: true }, {}, {}]) {
    if (stream.mode === 'append') await run(destination, 'DELETE FROM t')
    expect(problems(await moveBetween(source, asWriter, [stream], attempt))).toEqual([undefined])
  }
  const [count] = await run(destination, 'SELECT count(DISTINCT id) AS ids, count(secret) AS secrets FROM t')
  expect(count).toEqual({ ids: '2', secrets: '0' })
})
