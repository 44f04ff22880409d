import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openPostgresSource } from '../../src/engine/connectors/postgres/source/postgres-source.ts'
import type { MoveEvent } from '../../src/engine/move/run/move-events.ts'
import { COMMON_TEXT } from '../../src/engine/ports/value-type.ts'
import { startTcpProxy } from '../faults/proxy.ts'
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'
import { says } from '../support/says.ts'
import type { Database } from './move-between.ts'
import {
  contextWith,
  endpointOf,
  freshDatabase,
  moveBetween,
  problems,
  replace,
  run,
  statuses,
} from './move-between.ts'

let sourceServer: RunningPostgres
let destinationServer: RunningPostgres
let source: Database
let destination: Database

beforeAll(async () => {
  ;[sourceServer, destinationServer] = await Promise.all([startPostgres(), startPostgres()])
})

afterAll(() => Promise.all([sourceServer.stop(), destinationServer.stop()]))

beforeEach(async () => {
  source = await freshDatabase(sourceServer)
  destination = await freshDatabase(destinationServer)
  // Slow enough to be interrupted in the middle: a view that sleeps now and then.
  await run(
    source,
    'CREATE TABLE small AS SELECT 1 AS a',
    `CREATE VIEW slow AS SELECT n, repeat('x', 200) AS filler, CASE WHEN n % 20000 = 0 THEN pg_sleep(0.1)::text END AS pause FROM generate_series(1, 400000) n`,
  )
  await run(
    destination,
    'CREATE TABLE slow (n int, filler text, pause text)',
    `INSERT INTO slow VALUES (0, 'old', NULL)`,
  )
})

const STREAMS = [replace('public.slow'), replace('public.small')]

/** Calls once, when rows are under way. */
const inTheMiddle = (act: () => void) => {
  let isDone = false
  return (event: MoveEvent) => {
    if (isDone || event.kind !== 'progress' || event.stream.rowsRead < 30_000) return
    isDone = true
    act()
  }
}

const expectOldRows = async () => expect(await run(destination, 'SELECT filler FROM slow')).toEqual([{ filler: 'old' }])

const sessions = async (database: Database) =>
  (await run(
    database,
    `SELECT pid, state, query FROM pg_stat_activity WHERE application_name = 'millrace' AND datname = current_database()`,
  )) as readonly object[]

const expectNoSessions = async () => {
  for (let waited = 0; waited < 5_000; waited += 100) {
    if ((await sessions(source)).length + (await sessions(destination)).length === 0) return
    await sleep(100)
  }
  expect([...(await sessions(source)), ...(await sessions(destination))]).toEqual([])
}

const kill = (database: Database, query: string) =>
  run(
    database,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'millrace' AND datname = current_database() AND query LIKE '${query}'`,
  )

it('a source whose view of the rows went with its session is a lost connection, to be tried again', async () => {
  const opened = await openPostgresSource(endpointOf(source), contextWith(new AbortController().signal))
  const [entity] = await opened.entities(['public.small'])
  if (!entity) throw new Error('the table is not there')
  // Waits until it is gone.
  await run(
    source,
    `SELECT pg_terminate_backend(pid, 30000) FROM pg_stat_activity WHERE application_name = 'millrace' AND datname = current_database()`,
  )
  const sink = { write: () => true, drained: async () => {} }
  const request = { entity, columns: ['a'], format: COMMON_TEXT }
  await expect(opened.read(request, sink, new AbortController().signal)).rejects.toMatchObject({
    problem: { code: 'SOURCE_CONNECTION_LOST', retryable: true },
  })
  await opened.close()
})

describe('a cancelled move', () => {
  it('stops the work of both servers within 5 s and leaves the old rows', async () => {
    const stop = new AbortController()
    let cancelledAt = 0
    const result = await moveBetween(source, destination, STREAMS, {
      context: contextWith(stop.signal),
      onEvent: inTheMiddle(() => {
        cancelledAt = performance.now()
        stop.abort()
      }),
    })
    expect(statuses(result)).toEqual(['cancelled', 'cancelled'])
    await expectNoSessions()
    expect(performance.now() - cancelledAt).toBeLessThan(5_000)
    await expectOldRows()
  })

  it('stops a source that has not sent a row yet', async () => {
    await run(source, 'CREATE VIEW stuck AS SELECT pg_sleep(600)::text AS a')
    const stop = new AbortController()
    const moving = moveBetween(source, destination, [replace('public.stuck')], { context: contextWith(stop.signal) })
    await sleep(500)
    stop.abort()
    expect(statuses(await moving)).toEqual(['cancelled'])
    await expectNoSessions()
  })

  it('reads nothing when it was cancelled before it began', async () => {
    expect(
      statuses(await moveBetween(source, destination, STREAMS, { context: contextWith(AbortSignal.abort()) })),
    ).toEqual(['cancelled', 'cancelled'])
    await expectOldRows()
  })
})

describe.each([
  ['source', 'SOURCE_CONNECTION_LOST', 'COPY%TO STDOUT%'],
  ['destination', 'DESTINATION_CONNECTION_LOST', 'COPY%FROM STDIN%'],
])('when the %s ends its session in the middle', (end, code, query) => {
  it('fails that stream, moves the others, and leaves the old rows', async () => {
    const result = await moveBetween(source, destination, STREAMS, {
      onEvent: inTheMiddle(() => void kill(end === 'source' ? source : destination, query)),
    })
    expect(statuses(result)).toEqual(['failed', 'succeeded'])
    expect(problems(result)[0]).toMatchObject({ code, retryable: true })
    expect(problems(result)[0]?.message).toEqual(says(expect.stringContaining(`${end} server`)))
    await expectOldRows()
    await expectNoSessions()
  })
})

it.each(['source', 'destination'])('survives that all connections to the %s break without a word', async (end) => {
  const proxy = await startTcpProxy(end === 'source' ? source : destination)
  const through = (database: Database) => endpointOf({ ...database, port: proxy.port })
  const result = await moveBetween(
    end === 'source' ? through(source) : source,
    end === 'destination' ? through(destination) : destination,
    STREAMS,
    {
      onEvent: inTheMiddle(() => proxy.breakAll()),
    },
  )
  expect(problems(result)[0]).toMatchObject({ code: `${end.toUpperCase()}_CONNECTION_LOST`, retryable: true })
  await expectOldRows()
  await proxy.stop()
  await expectNoSessions()
})

it('reports progress at most every 100 ms, with totals that balance', async () => {
  const events: { at: number; rowsRead: number; rowsWritten: number; bytes: number }[] = []
  const result = await moveBetween(source, destination, [replace('public.slow')], {
    onEvent: (event) => {
      if (event.kind === 'progress' && event.stream.status === 'running')
        events.push({ at: performance.now(), ...event.stream })
    },
  })
  expect(result.streams).toMatchObject([{ status: 'succeeded', rowsRead: 400_000, rowsWritten: 400_000 }])
  const gaps = events.slice(2).map(({ at }, n) => at - (events[n + 1]?.at ?? 0))
  expect(events.length).toBeGreaterThan(10)
  expect(Math.min(...gaps)).toBeGreaterThan(95)
  expect(events.every(({ rowsRead, rowsWritten }) => rowsRead === rowsWritten)).toBe(true)
})

it('throws only when an end could not be opened, and says which', async () => {
  await expect(moveBetween(source, endpointOf(destination, { password: 'wrong' }), [])).rejects.toMatchObject({
    problem: {
      code: 'PASSWORD_REFUSED',
      message: says('Destination: The server refused the user name or the password.'),
    },
  })
  await expectNoSessions()
})

it.each([
  ['truncated', 'TRUNCATE small'],
  ['rewritten', 'ALTER TABLE small ALTER a TYPE bigint'],
])('refuses to empty the target because the source was %s during the run', async (_, statement) => {
  await run(destination, 'CREATE TABLE small AS SELECT 7 AS a')
  let changed: Promise<unknown> | undefined
  const result = await moveBetween(source, destination, STREAMS, {
    onEvent: inTheMiddle(() => {
      changed = run(source, statement)
    }),
  })
  await changed
  expect(problems(result)).toMatchObject([undefined, { code: 'SOURCE_CHANGED', retryable: true }])
  expect(await run(destination, 'SELECT a FROM small')).toEqual([{ a: '7' }])
})

it('leaves nothing behind but the old rows when its process is killed', async () => {
  await run(source, 'CREATE VIEW bench AS SELECT * FROM slow')
  await run(destination, 'ALTER TABLE slow RENAME TO bench')
  const child = spawn(process.execPath, [fileURLToPath(new URL('../bench/move-process.ts', import.meta.url))], {
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  const ends = { source: endpointOf(source), destination: endpointOf(destination) }
  child.stdin.end(JSON.stringify({ ...ends, entity: 'public.bench', target: 'public.bench', rows: 400_000 }))
  const isLoading = [{ query: expect.stringContaining('FROM STDIN') }]
  await expect.poll(() => sessions(destination), { timeout: 30_000 }).toMatchObject(isLoading)
  child.kill('SIGKILL')
  await expectNoSessions()
  const tables = `SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`
  expect(await run(destination, 'SELECT filler FROM bench')).toEqual([{ filler: 'old' }])
  expect(await run(destination, `${tables} ORDER BY 1`)).toEqual([{ relname: '_millrace_fence' }, { relname: 'bench' }])
})
