import { expect, it } from 'vitest'
import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import { move } from '../../src/engine/move/move.ts'
import type { StreamRequest } from '../../src/engine/move/run/stream-request.ts'
import type { Connector } from '../../src/engine/ports/connector.ts'
import { says } from '../support/says.ts'
import { alteringOneCell } from './altered-cell.ts'
import { givenTwoDatabases } from './given-two-databases.ts'
import { contextWith, type Database, endpointOf, nextFence, run } from './move-between.ts'

let source: Database
let destination: Database

givenTwoDatabases((ends) => {
  ;({ source, destination } = ends)
})

const faulty = alteringOneCell(postgresConnector)

const moveWith = (connector: Connector, stream: Partial<StreamRequest> = {}) =>
  move({
    source: { connector: postgresConnector, endpoint: endpointOf(source) },
    destination: { connector, endpoint: endpointOf(destination) },
    streams: [{ entity: 'public.t', target: 'public.t', mode: 'replace', verify: 'values', ...stream }],
    fence: nextFence(),
    context: contextWith(),
    onEvent: () => {},
  })

const FILL = [
  'CREATE TABLE t (id int PRIMARY KEY, note text, amount numeric, at timestamptz, data jsonb)',
  `INSERT INTO t SELECT n, CASE WHEN n % 7 = 0 THEN NULL ELSE 'note ' || n END, n / 3.0, now(), jsonb_build_object('n', n) FROM generate_series(1, 2000) n`,
]

it('a run that compares all values says which columns both servers have summed', async () => {
  await run(source, ...FILL)
  const { streams } = await moveWith(postgresConnector)
  expect(streams).toMatchObject([
    { status: 'succeeded', check: { state: 'verified', rows: 2_000, keys: ['id', 'note', 'amount', 'at', 'data'] } },
  ])
})

it('one altered cell stops the run, which names the column; a comparison of keys would not see it', async () => {
  await run(source, ...FILL)
  const { streams } = await moveWith(faulty)
  expect(streams).toMatchObject([
    { status: 'failed', error: { code: 'VERIFICATION_FAILED' }, check: { state: 'failed' } },
  ])
  expect(streams[0]?.error?.message).toEqual(
    says('The 2,000 rows of public.t that arrived differ from the rows that were read: note.'),
  )
  expect(streams[0]?.error?.hint).toEqual(
    says(expect.stringContaining('if the same columns differ again, the destination alters their values')),
  )
  expect(await run(destination, `SELECT to_regclass('public.t') AS t`)).toEqual([{ t: null }])
  const blind = await moveWith(faulty, { verify: 'keys' })
  expect(blind.streams).toMatchObject([{ status: 'succeeded', check: { state: 'verified', keys: ['id'] } }])
})

it('values that no server can hash are summed by their text, and a table without a key by all its values', async () => {
  await run(source, 'CREATE TABLE t (id int, data json)', `INSERT INTO t VALUES (1, '{}')`)
  const { streams } = await moveWith(postgresConnector)
  expect(streams).toMatchObject([{ check: { state: 'verified', keys: ['id', 'data'] } }])
})
