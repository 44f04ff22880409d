import { beforeEach, describe, expect, it } from 'vitest'
import { inEnglish } from '../../src/core/catalog/sentence.ts'
import type { StreamRequest } from '../../src/engine/move/run/stream-request.ts'
import { givenTwoDatabases } from './given-two-databases.ts'
import { type Database, endpointOf, moveBetween, run } from './move-between.ts'

let source: Database
let destination: Database

givenTwoDatabases((ends) => {
  ;({ source, destination } = ends)
})

const ACCOUNT = { user: 'etl', password: 'sw0rdfish' }

beforeEach(async () => {
  for (const end of [source, destination])
    await run(
      end,
      `DO $$ BEGIN CREATE ROLE etl LOGIN PASSWORD 'sw0rdfish'; EXCEPTION WHEN duplicate_object THEN NULL; END $$`,
      'GRANT ALL ON SCHEMA public TO etl',
      `GRANT ALL ON DATABASE ${end.database} TO etl`,
    )
})

/** A table of the account, whose policies hold for the account too. */
const forced = (rows: string, ...policies: readonly string[]) => [
  'CREATE TABLE t (id int PRIMARY KEY, note text)',
  `INSERT INTO t ${rows}`,
  'ALTER TABLE t OWNER TO etl',
  ...policies,
  'ALTER TABLE t ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY',
]

const NEW = `SELECT n, 'new' FROM generate_series(1, 3) n`
const OLD = `SELECT n, 'old' FROM generate_series(3, 20) n`

async function moved(stream: Omit<StreamRequest, 'entity' | 'target'>) {
  const log: string[] = []
  const ends = [endpointOf(source, ACCOUNT), endpointOf(destination, ACCOUNT)] as const
  const { streams } = await moveBetween(...ends, [{ entity: 'public.t', target: 'public.t', ...stream }], {
    onEvent: (event) => event.kind === 'log' && log.push(inEnglish(event.message)),
  })
  return { stream: streams[0], log: log.join('\n') }
}

const targetRows = () => run(destination, 'SELECT note, count(*) AS rows FROM t GROUP BY note ORDER BY note')

describe('row security that holds for the owner, too (FORCE)', () => {
  it('of the source: what the account sees is moved, and the log says that there may be more', async () => {
    await run(source, ...forced(OLD, 'CREATE POLICY p ON t USING (id <= 10)'))
    const { stream, log } = await moved({ mode: 'replace' })
    expect(stream).toMatchObject({ status: 'succeeded', rowsRead: 8, rowsWritten: 8 })
    expect(log).toContain('Row security may hide rows of this table from the account')
    expect(await targetRows()).toEqual([{ note: 'old', rows: '8' }])
  })

  it.each([
    ['replace', [{ note: 'new', rows: '3' }]],
    ['append', [{ note: 'new', rows: '3' }]],
    ['upsert', [{ note: 'new', rows: '3' }]],
  ] as const)('of the target, with a policy for everything: rows arrive in the mode %s', async (mode, rows) => {
    await run(
      source,
      'CREATE TABLE t (id int PRIMARY KEY, note text)',
      `INSERT INTO t ${NEW}`,
      'ALTER TABLE t OWNER TO etl',
    )
    await run(destination, ...forced(`SELECT 1, 'old' WHERE false`, 'CREATE POLICY p ON t USING (true)'))
    const { stream } = await moved({ mode, ...(mode === 'upsert' && { key: ['id'] }) })
    expect(stream).toMatchObject({ status: 'succeeded', rowsWritten: 3, check: { state: 'verified' } })
    expect(await targetRows()).toEqual(rows)
  })

  it('of the target: rows that the account does not see stay, and the log says so', async () => {
    await run(
      source,
      'CREATE TABLE t (id int PRIMARY KEY, note text)',
      `INSERT INTO t ${NEW}`,
      'ALTER TABLE t OWNER TO etl',
    )
    await run(destination, ...forced(OLD, 'CREATE POLICY p ON t USING (id <= 10)'))
    const { stream, log } = await moved({ mode: 'replace' })
    expect(stream).toMatchObject({ status: 'succeeded', rowsWritten: 3 })
    expect(log).toContain('Row security of public.t may hide rows from the account.')
    expect(await targetRows()).toEqual([
      { note: 'new', rows: '3' },
      { note: 'old', rows: '10' },
    ])
  })

  it.each(['replace', 'append', 'upsert'] as const)(
    'of the target: a row that it refuses ends the run in the mode %s, and the old rows stay',
    async (mode) => {
      await run(
        source,
        'CREATE TABLE t (id int PRIMARY KEY, note text)',
        `INSERT INTO t SELECT n, 'new' FROM generate_series(21, 23) n`,
        'ALTER TABLE t OWNER TO etl',
      )
      await run(destination, ...forced(OLD, 'CREATE POLICY p ON t USING (id <= 22)'))
      const { stream } = await moved({ mode, ...(mode === 'upsert' && { key: ['id'] }) })
      expect(stream).toMatchObject({ status: 'failed', error: { code: 'PERMISSION_MISSING', retryable: false } })
      expect(await targetRows()).toEqual([{ note: 'old', rows: '18' }])
    },
  )
})
