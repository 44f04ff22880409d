import { setTimeout as sleep } from 'node:timers/promises'

import { beforeEach, expect, it } from 'vitest'

import { openSession } from '../../src/engine/connectors/postgres/session/open-session.ts'
import { postgresProblem } from '../../src/engine/connectors/postgres/session/postgres-problem.ts'
import { databaseCredentials } from '../../src/engine/connectors/sql/database-credentials.ts'
import { startTcpProxy } from '../faults/proxy.ts'
import type { RunningPostgres } from '../support/postgres/start-postgres.ts'
import { givenTwoDatabases } from './given-two-databases.ts'
import type { Database } from './move-between.ts'
import {
  connectTo,
  contextWith,
  endpointOf,
  freshDatabase,
  moveBetween,
  nextFence,
  problems,
  run,
  statuses,
} from './move-between.ts'

let server: RunningPostgres
let source: Database
let destination: Database

givenTwoDatabases((ends) => {
  ;({ server, source, destination } = ends)
})

beforeEach(async () => {
  await run(source, `CREATE TABLE t AS SELECT n, 'first' AS v FROM generate_series(1, 1000) n`)
})

const rows = () => run(destination, 'SELECT v, count(*) AS rows FROM t GROUP BY v')

it('refuses an attempt that is older than one that has begun', async () => {
  const [older, newer] = [nextFence(), nextFence()]
  expect(statuses(await moveBetween(source, destination, [], { fence: newer }))).toEqual(['succeeded'])
  expect(problems(await moveBetween(source, destination, [], { fence: older }))).toMatchObject([
    { code: 'FENCED', retryable: false },
  ])
})

/** Starts a move that has all its rows and waits for the lock on its target, as a worker that is paused just before the commit. */
async function heldBeforeCommit() {
  await moveBetween(source, destination, [])
  await run(source, `UPDATE t SET v = 'second'`)
  const holder = await connectTo(destination)
  await holder.query('BEGIN; LOCK TABLE t IN ACCESS SHARE MODE')
  const moving = moveBetween(source, destination, [])
  const isWaiting = async () => {
    const waiting = await run(
      destination,
      `SELECT FROM pg_locks WHERE NOT granted AND mode = 'AccessExclusiveLock' AND relation = 't'::regclass`,
    )
    return waiting.length > 0
  }
  while (!(await isWaiting())) await sleep(20)
  const release = async () => {
    await holder.query('COMMIT')
    await holder.end()
  }
  return { moving, release }
}

it('refuses to commit for a worker that was overtaken between its last row and the commit', async () => {
  const { moving, release } = await heldBeforeCommit()
  await run(destination, 'UPDATE _millrace_fence SET epoch = epoch + 1')
  await release()
  expect(problems(await moving)).toMatchObject([{ code: 'FENCED', retryable: false }])
  expect(await rows()).toEqual([{ v: 'first', rows: '1000' }])
})

it('ends the session of an older attempt that is stuck with its locks, and takes over', async () => {
  const { moving, release } = await heldBeforeCommit()
  await run(source, `UPDATE t SET v = 'third'`)
  const newer = moveBetween(source, destination, [], { fence: nextFence() })
  expect(problems(await moving)).toMatchObject([{ code: 'DESTINATION_CONNECTION_LOST' }])
  await release()
  expect(problems(await newer)).toEqual([undefined])
  expect(await rows()).toEqual([{ v: 'third', rows: '1000' }])
})

it('knows a session as lost that was ended while nothing was asked of it', async () => {
  const session = await openSession(databaseCredentials(endpointOf(destination), 'dbname'), contextWith())
  const isClosed = new Promise<void>((closed) => session.onClosed(closed))
  await run(
    destination,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'millrace' AND datname = current_database()`,
  )
  await isClosed
  const lost = await session.query('COMMIT').catch((error: unknown) => error)
  expect(postgresProblem(lost, 'destination')).toMatchObject({ code: 'DESTINATION_CONNECTION_LOST', retryable: true })
})

it('knows that it has committed when only the answer was lost', async () => {
  const proxy = await startTcpProxy(destination, {
    judge: (sent) => (sent.includes('COMMIT\0') ? 'lose-answer' : 'pass'),
  })
  try {
    const result = await moveBetween(source, endpointOf({ ...destination, port: proxy.port }), [])
    expect(problems(result)).toEqual([undefined])
    expect(statuses(result)).toEqual(['succeeded'])
  } finally {
    await proxy.stop()
  }
  expect(await rows()).toEqual([{ v: 'first', rows: '1000' }])
  expect(await run(destination, 'SELECT committed_epoch = epoch AS same, committed_rows FROM _millrace_fence')).toEqual(
    [{ same: 't', committed_rows: '1000' }],
  )
})

it('keeps its own tables out of what it discovers and moves', async () => {
  await moveBetween(source, destination, [])
  const third = await freshDatabase(server)
  const { streams } = await moveBetween(destination, third, [])
  expect(streams.map(({ entity }) => entity)).toEqual(['public.t'])
})
