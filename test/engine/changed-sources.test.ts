import { expect, it } from 'vitest'
import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import { move } from '../../src/engine/move/move.ts'
import { actingAt } from './at-moment.ts'
import { givenTwoDatabases } from './given-two-databases.ts'
import { contextWith, type Database, endpointOf, nextFence, replace, run } from './move-between.ts'

let source: Database
let destination: Database

givenTwoDatabases((ends) => {
  ;({ source, destination } = ends)
})

it.each([
  ['another table', ['CREATE TABLE other (id int PRIMARY KEY)', 'INSERT INTO other VALUES (1), (2), (3)']],
  ['a view', ['CREATE VIEW other AS SELECT 9 AS id']],
])('a table whose name %s has got since the snapshot does not look empty: the old rows stay', async (_, statements) => {
  await run(source, 'CREATE TABLE t (id int PRIMARY KEY)', 'INSERT INTO t VALUES (1), (2)')
  await run(destination, 'CREATE TABLE t (id int PRIMARY KEY)', 'INSERT INTO t VALUES (7)')
  const kind = statements[0]?.includes('VIEW') ? 'VIEW' : 'TABLE'
  const exchange = ['ALTER TABLE t RENAME TO before', `ALTER ${kind} other RENAME TO t`]
  const connector = actingAt(postgresConnector, 'described', () =>
    run(source, ...statements, ...exchange).then(() => {}),
  )
  const { streams } = await move({
    source: { connector, endpoint: endpointOf(source) },
    destination: { connector: postgresConnector, endpoint: endpointOf(destination) },
    streams: [replace('public.t')],
    fence: nextFence(),
    context: contextWith(),
    onEvent: () => {},
  })
  expect(streams[0]?.error).toMatchObject({ code: 'SOURCE_CHANGED', retryable: true })
  expect(await run(destination, 'SELECT id FROM t')).toEqual([{ id: '7' }])
})
