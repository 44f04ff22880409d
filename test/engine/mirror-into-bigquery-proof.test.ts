import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type GoogleCloudStandIn, startGoogleCloud } from '../../src/stand-ins/google-cloud.ts'
import { givenTwoDatabases } from './given-two-databases.ts'
import { cloudRows, startMirrorIntoBigquery } from './mirror-into-bigquery-support.ts'
import { LOGICAL } from './mirror-support.ts'
import { connectTo, type Database, endpointOf, run } from './move-between.ts'

let source: Database
let cloud: GoogleCloudStandIn

givenTwoDatabases(
  (ends) => {
    source = ends.source
  },
  { settings: LOGICAL },
)

beforeEach(async () => {
  cloud = await startGoogleCloud()
  await run(
    source,
    'CREATE TABLE t (id int PRIMARY KEY, a text, n numeric(12, 2), at timestamptz)',
    `INSERT INTO t SELECT n, 'a' || n, n / 4.0, '2026-01-01'::timestamptz + n * interval '1 minute' FROM generate_series(1, 200) n`,
  )
})
afterEach(() => cloud.stop())

it('a table is proven equal while it changes, and one that somebody has altered is found and copied again', async () => {
  let due: readonly string[] = []
  const mirror = await startMirrorIntoBigquery(
    endpointOf(source),
    cloud,
    { 'public.t': 't' },
    {
      slot: `slot_${source.database}`,
      due: () => due,
    },
  )
  await mirror.caughtUp()
  await run(source, `UPDATE t SET a = 'settled' WHERE id = 1`)
  await mirror.caughtUp()
  let isOver = false
  const writing = (async () => {
    const client = await connectTo(source)
    for (let n = 0; !isOver; n++) {
      await client.query(`UPDATE t SET n = ${n}, a = 'w${n}' WHERE id = ${(n % 200) + 1}`)
      await sleep(25)
    }
    await client.end()
  })()
  due = ['public.t']
  const proofs = () => mirror.proofs.filter(({ problem }) => problem === undefined)
  await expect.poll(() => proofs().length, { timeout: 30_000 }).toBeGreaterThan(2)
  isOver = true
  await writing
  expect(mirror.proofs.map(({ problem }) => problem)).toEqual(mirror.proofs.map(() => undefined))
  expect(proofs().map(({ difference }) => [difference?.missing, difference?.changed, difference?.extra])).toEqual(
    proofs().map(() => [0, 0, 0]),
  )
  due = []
  await mirror.caughtUp()
  const table = cloud.tables.get('t')
  if (table) table.rows = table.rows.map((row) => (row['id'] === '7' ? { ...row, a: 'altered' } : row))
  due = ['public.t']
  await expect.poll(() => proofs().some(({ difference }) => difference?.isUnlocated), { timeout: 30_000 }).toBe(true)
  due = []
  await expect
    .poll(() => cloudRows(cloud, 't').find(({ id }) => id === '7')?.['a'], { timeout: 30_000 })
    .not.toBe('altered')
  await mirror.caughtUp()
  expect(mirror.copyProblems).toEqual([])
  await mirror.stop()
}, 120_000)
