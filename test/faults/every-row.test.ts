import { afterAll, beforeAll, expect, it } from 'vitest'

import { endpointOf, freshDatabase, moveBetween, problems, replace, run, statuses } from '../engine/move-between.ts'
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'
import { startTcpProxy, type Wire } from './proxy.ts'

const ROWS = 50
/** Of the note, so that a row is longer than all that is said besides. */
const ROW_BYTES = 4_000

let postgres: RunningPostgres

beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

it('a source that is lost in the middle of any of fifty rows leaves the old ones, and the next run brings all', async () => {
  const [source, destination] = [await freshDatabase(postgres), await freshDatabase(postgres)]
  const note = `(SELECT string_agg(md5(n::text || i), '') FROM generate_series(1, ${ROW_BYTES / 32}) i)`
  await run(source, `CREATE TABLE t AS SELECT n AS id, ${note} AS note FROM generate_series(1, ${ROWS}) n`)
  await run(destination, `CREATE TABLE t (id int, note text)`, `INSERT INTO t VALUES (0, 'old')`)
  const wire: Wire = {}
  const proxy = await startTcpProxy(source, { wire })
  const attempt = () => moveBetween(endpointOf({ ...source, port: proxy.port }), destination, [replace('public.t')])

  for (let row = 1; row <= ROWS; row++) {
    wire.cutAfter = row * ROW_BYTES
    expect(problems(await attempt())).toMatchObject([{ code: 'SOURCE_CONNECTION_LOST', retryable: true }])
    expect(await run(destination, 'SELECT note FROM t')).toEqual([{ note: 'old' }])
  }
  delete wire.cutAfter
  expect(statuses(await attempt())).toEqual(['succeeded'])
  await proxy.stop()
  const fingerprint = `SELECT count(*) AS rows, md5(string_agg(id || note, '' ORDER BY id)) AS hash FROM t`
  expect(await run(destination, fingerprint)).toEqual(await run(source, fingerprint))
})
