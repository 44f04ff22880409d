import type pg from 'pg'
import { beforeEach, describe, expect, it } from 'vitest'
import type { MoveRequest } from '../../src/engine/move/run/move-request.ts'
import type { StreamRequest } from '../../src/engine/move/run/stream-request.ts'
import type { Endpoint } from '../../src/engine/ports/connector.ts'
import type { TargetWriters } from '../../src/engine/ports/destination.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { firstOf } from '../support/samples.ts'
import { says } from '../support/says.ts'
import { givenBothSystems } from './given-both-systems.ts'
import { connectTo, type Database, endpointOf, nextFence, problems, run, statuses } from './move-between.ts'
import { moveAcross, mysqlEndpoint } from './move-mysql.ts'

let source: Database
let destination: Database
let to: MysqlDatabase

givenBothSystems((ends) => {
  ;({ source, destination, to } = ends)
})

const GATE = 4_712
/** As many as are moved at once. */
const GATED = ['gated', 'gated2', 'gated3']

beforeEach(async () => {
  await run(
    source,
    // A view, of which nobody knows how large it is, so that no more than the gated ones are moved at once.
    `CREATE VIEW t AS SELECT n AS id, 'mine' AS note FROM generate_series(1, 3) n`,
    `CREATE TABLE other AS SELECT n AS id, 'other' AS note FROM generate_series(11, 13) n`,
    // Whoever reads one of them waits until the gate is open.
    ...GATED.map(
      (name) =>
        `CREATE VIEW ${name} AS SELECT n AS id, 'gated' AS note FROM generate_series(1, 5) n, (SELECT pg_advisory_lock_shared(${GATE}) IS NULL AS never) gate`,
    ),
  )
})

interface Place {
  readonly before: string
  readonly slow: string
  readonly text: string
  endpoint(): Endpoint
  target(name: string): string
  sql(statement: string): Promise<readonly unknown[]>
  /** How many sessions execute the slow SQL. */
  slowOnes(): Promise<readonly unknown[]>
}

const PLACES: Readonly<Record<'Postgres' | 'MySQL', Place>> = {
  Postgres: {
    text: 'text',
    before: 'DELETE FROM public.t',
    slow: 'DELETE FROM public.t; SELECT pg_sleep(3)',
    endpoint: () => endpointOf(destination),
    target: (name) => `public.${name}`,
    sql: (statement) => run(destination, statement),
    slowOnes: () => run(destination, `SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep'`),
  },
  MySQL: {
    text: 'longtext',
    before: 'DELETE FROM t',
    slow: 'DELETE FROM t; SELECT SLEEP(3)',
    endpoint: () => mysqlEndpoint(to),
    target: (name) => `${to.database}.${name}`,
    sql: (statement) => runMysql(to, statement),
    slowOnes: () => runMysql(to, `SELECT 1 FROM information_schema.PROCESSLIST WHERE STATE = 'User sleep'`),
  },
}

type Mode = StreamRequest['mode']

const ALL = [...GATED, 't'].map(() => 'succeeded')

const streamOf = (entity: string, target: string, mode: Mode): StreamRequest => ({
  entity: `public.${entity}`,
  target,
  mode,
  ...(mode === 'upsert' && { key: ['id'] }),
})

const hooks = (before: string, isDone = false): NonNullable<MoveRequest['sql']> => ({
  before,
  isDone: () => isDone,
  begin: async () => {},
  done: async () => {},
})

describe.each(Object.entries(PLACES))(
  'in %s, from the SQL before the rows until the rows are in place,',
  (_, place) => {
    let gate: pg.Client
    const notes = async () =>
      (await place.sql('SELECT DISTINCT note FROM t ORDER BY note')).map((row) => (row as { note: string }).note)
    const otherRun = (mode: Mode, also: Pick<MoveRequest, 'sql'> = {}, runId = 'the other run') =>
      moveAcross(endpointOf(source), place.endpoint(), [streamOf('other', place.target('t'), mode)], {
        ...also,
        fence: { ...nextFence(), flowId: 'other', runId },
      })
    /** A run whose first tables wait for the gate, so that its last is not begun yet. */
    const waitingRun = async (mode: Mode, sql: MoveRequest['sql'], target: string | undefined = place.target('t')) => {
      const fence = { ...nextFence(), flowId: 'one', runId: 'the first run' }
      const { target: _, ...unnamed } = streamOf('t', '', mode)
      const streams = [
        ...GATED.map((name) => streamOf(name, place.target(name), 'replace')),
        target === '' ? unnamed : streamOf('t', target, mode),
      ]
      const moving = moveAcross(endpointOf(source), place.endpoint(), streams, { fence, ...(sql && { sql }) })
      const waits = `SELECT FROM pg_locks WHERE NOT granted AND locktype = 'advisory' AND objid = ${GATE}`
      await expect.poll(() => run(source, waits), { timeout: 20_000 }).not.toEqual([])
      return async () => {
        await gate.end()
        return statuses(await moving)
      }
    }

    beforeEach(async () => {
      await place.sql(`CREATE TABLE t (id int PRIMARY KEY, note ${place.text})`)
      await place.sql(`INSERT INTO t VALUES (100, 'old')`)
      gate = await connectTo(source)
      await gate.query(`SELECT pg_advisory_lock(${GATE})`)
      return () => gate.end()
    })

    const MODES = [
      ['replace', 'append'],
      ['append', 'replace'],
      ['replace', 'replace'],
      ['upsert', 'replace'],
    ] as const
    it.each(firstOf(MODES, 2))(
      'nobody comes between: in the mode %s, one of another flow in the mode %s',
      async (mine, theirs) => {
        const finish = await waitingRun(mine, hooks(place.before))
        expect(problems(await otherRun(theirs))).toMatchObject([{ code: 'CONFLICT', retryable: true }])
        await expect(otherRun(theirs, { sql: hooks(place.before) })).rejects.toMatchObject({
          problem: { code: 'CONFLICT', retryable: true },
        })
        expect(await notes()).toEqual([])
        expect(await finish()).toEqual(ALL)
        expect(await notes()).toEqual(['mine'])
        expect(statuses(await otherRun('replace'))).toEqual(['succeeded'])
      },
    )

    it('nor after an attempt that executed the SQL and was ended', async () => {
      const finish = await waitingRun('append', hooks(place.before, true))
      expect(problems(await otherRun('replace'))).toMatchObject([{ code: 'CONFLICT', retryable: true }])
      expect(await finish()).toEqual(ALL)
      expect(await notes()).toEqual(['mine', 'old'])
    })

    it('an attempt that follows finds that another flow was there after the SQL, and moves nothing', async () => {
      const sql = hooks(place.before)
      let writers: TargetWriters | undefined
      const fence = { ...nextFence(), flowId: 'one' }
      const attempt = (more: MoveRequest['sql']) =>
        moveAcross(endpointOf(source), place.endpoint(), [streamOf('t', place.target('t'), 'append')], {
          fence: { ...fence, epoch: nextFence().epoch },
          ...(more && { sql: more }),
        })
      expect(statuses(await otherRun('append'))).toEqual(['succeeded'])
      // The worker goes away as soon as the SQL is executed.
      const gone = new Error('gone')
      const stored = async (_: string, found?: TargetWriters) => {
        writers = found
        throw gone
      }
      await expect(attempt({ ...sql, done: stored })).rejects.toBe(gone)
      const later = { ...hooks(place.before, true), ...(writers && { writers }) }
      expect(statuses(await otherRun('replace', {}, 'its next run'))).toEqual(['succeeded'])
      await expect(attempt(later)).rejects.toMatchObject({
        problem: {
          code: 'SQL_OUTDATED',
          retryable: false,
          message: says(`Another flow has written ${place.target('t')} since the SQL before the rows was executed.`),
        },
      })
      expect(await notes()).toEqual(['other'])
    })

    it('nor where the flow does not name the target, because it has the name of its source', async () => {
      const finish = await waitingRun('append', hooks(place.before), '')
      expect(problems(await otherRun('replace'))).toMatchObject([{ code: 'CONFLICT', retryable: true }])
      expect(await finish()).toEqual(ALL)
      expect(await notes()).toEqual(['mine'])
    })

    it.each(firstOf<Mode>(['append', 'upsert', 'replace'], 1))(
      'nor while the SQL of one in the mode %s is executed',
      async (mine) => {
        await gate.end()
        const fence = { ...nextFence(), flowId: 'one', runId: 'the first run' }
        const moving = moveAcross(endpointOf(source), place.endpoint(), [streamOf('t', place.target('t'), mine)], {
          fence,
          sql: hooks(place.slow),
        })
        await expect.poll(place.slowOnes, { timeout: 20_000 }).not.toEqual([])
        expect(problems(await otherRun('replace'))).toMatchObject([
          { code: 'CONFLICT', retryable: true, message: says(expect.stringContaining('t is being written')) },
        ])
        expect(statuses(await moving)).toEqual(['succeeded'])
        expect(await notes()).toEqual(['mine'])
      },
    )

    it('others may add rows to a table to which this one adds some', async () => {
      const finish = await waitingRun('append', hooks(place.before))
      expect(statuses(await otherRun('append'))).toEqual(['succeeded'])
      expect(await finish()).toEqual(ALL)
      expect(await notes()).toEqual(['mine', 'other'])
    })

    it('an older attempt that stands still in its SQL holds nothing against a newer one', async () => {
      await gate.end()
      const older = { ...nextFence(), flowId: 'one', runId: 'the first run' }
      const stream = [streamOf('t', place.target('t'), 'replace')]
      const standing = Promise.withResolvers<void>()
      const standStill = () => {
        standing.resolve()
        return new Promise<never>(() => {})
      }
      const stopped = moveAcross(endpointOf(source), place.endpoint(), stream, {
        fence: older,
        sql: { ...hooks(place.before), begin: standStill },
      })
      stopped.catch(() => {})
      await Promise.race([standing.promise, stopped])
      expect(problems(await otherRun('replace'))).toMatchObject([{ code: 'CONFLICT' }])
      const fence = { ...nextFence(), flowId: 'one', runId: 'the first run' }
      const sql = hooks(place.before)
      expect(statuses(await moveAcross(endpointOf(source), place.endpoint(), stream, { fence, sql }))).toEqual([
        'succeeded',
      ])
      expect(await notes()).toEqual(['mine'])
    })
  },
)
