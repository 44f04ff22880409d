import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '../../src/engine/ports/connector.ts'
import {
  type Database,
  endpointOf,
  freshDatabase,
  moveBetween,
  problems,
  replace,
  run,
  statuses,
} from '../engine/move-between.ts'
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'
import { says } from '../support/says.ts'

let postgres: RunningPostgres
let source: Database
let destination: Database

beforeAll(async () => {
  postgres = await startPostgres()
  ;[source, destination] = [await freshDatabase(postgres), await freshDatabase(postgres)]
  await run(source, `CREATE TABLE t AS SELECT n AS id, 'new' AS note FROM generate_series(1, 100) n`)
})
afterAll(() => postgres.stop())

/** A target with old rows, which runs fill in place because it has a trigger. */
const OLD_TARGET = [
  'DROP TABLE IF EXISTS t',
  'CREATE TABLE t (id int, note text)',
  `INSERT INTO t VALUES (0, 'old')`,
  'CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$',
  'CREATE TRIGGER refuse BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION refuse()',
]
const raise = (state: string) => `BEGIN RAISE EXCEPTION 'as told' USING ERRCODE = '${state}'; END`

const expectOldRowsAlone = async () => {
  expect(await run(destination, 'SELECT note FROM t')).toEqual([{ note: 'old' }])
  const ours = `SELECT relname FROM pg_class WHERE relkind = 'r' AND starts_with(relname, '_millrace') AND relname <> '_millrace_fence'`
  await expect.poll(() => run(destination, ours)).toEqual([])
}

describe('a destination that refuses the rows', () => {
  it.each([
    ['because its disk is full', '53100', { code: 'DISK_FULL' }],
    ['because somebody else wrote at the same time', '40001', { code: 'CONFLICT', retryable: true }],
    ['because a table is locked', '55P03', { code: 'TABLE_BUSY', retryable: true }],
    ['because a constraint is broken', '23514', { code: 'CONSTRAINT', retryable: false }],
  ])('%s keeps what it had, gives the space back, and takes them when that is over', async (_, state, problem) => {
    await run(
      destination,
      ...OLD_TARGET,
      `CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ ${raise(state)} $$`,
    )
    const [told] = problems(await moveBetween(source, destination, [replace('public.t')]))
    expect(told).toMatchObject({ ...problem, hint: says(expect.any(String)) })
    await expectOldRowsAlone()
    await run(destination, 'DROP TRIGGER refuse ON t')
    expect(statuses(await moveBetween(source, destination, [replace('public.t')]))).toEqual(['succeeded'])
    expect(await run(destination, 'SELECT count(*) AS rows FROM t')).toEqual([{ rows: '100' }])
  })
})

describe('a source that gives the work up', () => {
  it('because its standby had to go on, or its view of the rows is too old, is tried again', async () => {
    await run(destination, ...OLD_TARGET)
    for (const state of ['40001', '40P01', '72000']) {
      await run(
        source,
        `CREATE OR REPLACE FUNCTION give_up(n int) RETURNS int LANGUAGE plpgsql AS $$ ${raise(state)} $$`,
        'CREATE OR REPLACE VIEW given_up AS SELECT give_up(id) AS id, note FROM t',
      )
      const [told] = problems(await moveBetween(source, destination, [replace('public.given_up', 'public.t')]))
      expect(told, state).toMatchObject({ retryable: true, hint: says(expect.any(String)) })
      await expectOldRowsAlone()
    }
  })
})

describe('a failover in the middle', () => {
  it('loses no row, and what the old primary refuses then is tried again until the new one takes rows', async () => {
    await run(
      destination,
      ...OLD_TARGET,
      `DO $$ BEGIN CREATE ROLE failing LOGIN PASSWORD 'writing'; EXCEPTION WHEN duplicate_object THEN NULL; END $$`,
      'ALTER TABLE t OWNER TO failing',
      'GRANT USAGE, CREATE ON SCHEMA public TO failing',
      'DROP TABLE IF EXISTS _millrace_fence',
    )
    await run(source, 'CREATE OR REPLACE VIEW slow AS SELECT id, note FROM t, pg_sleep(0.02) ORDER BY id')
    const endpoint = endpointOf(destination, { user: 'failing', password: 'writing' })
    const streams = [replace('public.slow', 'public.t')]
    let isOver: Promise<unknown> | undefined
    const cut = await moveBetween(source, endpoint, streams, {
      onEvent: (event) => {
        if (event.kind !== 'progress' || event.stream.status !== 'running') return
        isOver ??= run(
          destination,
          'ALTER ROLE failing SET default_transaction_read_only = on',
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'failing'`,
        )
      },
    })
    await isOver
    expect(problems(cut)).toMatchObject([{ code: 'DESTINATION_CONNECTION_LOST', retryable: true }])
    expect(problems(await moveBetween(source, endpoint, streams))).toMatchObject([
      { code: 'READ_ONLY', retryable: true, hint: says(expect.stringContaining('primary')) },
    ])
    await expectOldRowsAlone()
    await run(destination, 'ALTER ROLE failing RESET default_transaction_read_only')
    expect(statuses(await moveBetween(source, endpoint, streams))).toEqual(['succeeded'])
    expect(await run(destination, 'SELECT count(*) AS rows FROM t')).toEqual([{ rows: '100' }])
  })
})

describe('a permission that is taken away in the middle', () => {
  it('ends the run with the name of what is missing, and the old rows stay', async () => {
    await run(
      destination,
      ...OLD_TARGET,
      `DO $$ BEGIN CREATE ROLE writer LOGIN PASSWORD 'writing'; EXCEPTION WHEN duplicate_object THEN NULL; END $$`,
      'GRANT USAGE, CREATE ON SCHEMA public TO writer',
      'GRANT SELECT, INSERT, UPDATE, DELETE, TRUNCATE ON t TO writer',
      'DROP TABLE IF EXISTS _millrace_fence',
    )
    await run(source, `CREATE OR REPLACE VIEW slow AS SELECT id, note FROM t, pg_sleep(0.02) ORDER BY id`)
    const asWriter: Endpoint = endpointOf(destination, { user: 'writer', password: 'writing' })
    let revoked: Promise<unknown> | undefined
    const result = await moveBetween(source, asWriter, [replace('public.slow', 'public.t')], {
      onEvent: (event) => {
        if (event.kind !== 'progress' || event.stream.status !== 'running') return
        revoked ??= run(destination, 'REVOKE ALL ON t FROM writer')
      },
    })
    await revoked
    expect(problems(result)).toMatchObject([
      { code: 'PERMISSION_MISSING', retryable: false, hint: says(expect.any(String)) },
    ])
    expect(await run(destination, 'SELECT note FROM t')).toEqual([{ note: 'old' }])
  })
})
