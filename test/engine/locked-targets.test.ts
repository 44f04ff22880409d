import { afterAll, beforeAll, it } from 'vitest'
import { inEnglish } from '../../src/core/catalog/sentence.ts'
import type { MoveEvent } from '../../src/engine/move/run/move-events.ts'
import type { StreamRequest } from '../../src/engine/move/run/stream-request.ts'
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'
import { says } from '../support/says.ts'
import { connectTo, freshDatabase, moveBetween, problems, run } from './move-between.ts'

let server: RunningPostgres

beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.stop())

/** Two databases of a test, which waits beside the others: nearly all of its time passes so. */
const given = async () => ({ source: await freshDatabase(server), destination: await freshDatabase(server) })

const MODES: readonly Omit<StreamRequest, 'entity' | 'target'>[] = [
  { mode: 'replace' },
  { mode: 'append' },
  { mode: 'upsert', key: ['id'] },
]

it.concurrent.for(MODES)(
  'a target of Postgres that is locked is waited for ($mode), and the log says who holds it',
  async (stream, { expect }) => {
    const { source, destination } = await given()
    await run(source, 'CREATE TABLE t (id int PRIMARY KEY)', 'INSERT INTO t VALUES (1)')
    await run(destination, 'CREATE TABLE t (id int PRIMARY KEY)')
    const holder = await connectTo(destination)
    await holder.query('BEGIN')
    await holder.query('LOCK TABLE t IN ACCESS EXCLUSIVE MODE')
    const said: string[] = []
    const onEvent = (event: MoveEvent) => event.kind === 'log' && said.push(inEnglish(event.message))
    const moving = moveBetween(source, destination, [{ entity: 'public.t', target: 'public.t', ...stream }], {
      onEvent,
    })
    await expect
      .poll(() => said, { timeout: 9_000 })
      .toContainEqual(
        expect.stringMatching(
          /^Waiting for public\.t: process \d+ \(\w+\), since [-\d]+ [:\d]+ UTC, with: LOCK TABLE t/,
        ),
      )
    await holder.query('COMMIT')
    await holder.end()
    expect(problems(await moving)).toEqual([undefined])
    expect(await run(destination, 'SELECT id FROM t')).toEqual([{ id: '1' }])
  },
)

it.concurrent.for(MODES)(
  'a target of Postgres that another run creates at the same moment is one to try again ($mode)',
  async (stream, { expect }) => {
    const { source, destination } = await given()
    await run(source, 'CREATE TABLE t (id int PRIMARY KEY)')
    const other = await connectTo(destination)
    await other.query('BEGIN')
    await other.query('CREATE TABLE t (id int PRIMARY KEY)')
    const moving = moveBetween(source, destination, [{ entity: 'public.t', target: 'public.t', ...stream }])
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
    await expect.poll(() => run(destination, waiting), { timeout: 9_000 }).not.toEqual([])
    await other.query('COMMIT')
    await other.end()
    expect(problems(await moving)).toMatchObject([{ code: 'TARGET_CHANGED', retryable: true }])
  },
)

it.concurrent('a source of Postgres that is locked is waited for, and the log says who holds it', async ({
  expect,
}) => {
  const { source, destination } = await given()
  await run(source, 'CREATE TABLE t (id int PRIMARY KEY)', 'INSERT INTO t VALUES (1)')
  const holder = await connectTo(source)
  await holder.query('BEGIN')
  await holder.query('LOCK TABLE t IN ACCESS EXCLUSIVE MODE')
  const said: string[] = []
  const onEvent = (event: MoveEvent) => event.kind === 'log' && said.push(inEnglish(event.message))
  const moving = moveBetween(source, destination, [{ entity: 'public.t', mode: 'replace' }], { onEvent })
  await expect
    .poll(() => said, { timeout: 9_000 })
    .toContainEqual(expect.stringMatching(/^Waiting for public\.t: process \d+ /))
  await holder.query('COMMIT')
  await holder.end()
  expect(problems(await moving)).toEqual([undefined])
})

it.concurrent('a target of Postgres that stays locked fails the stream in time, with who holds it', async ({
  expect,
}) => {
  const { source, destination } = await given()
  await run(source, 'CREATE TABLE t (id int PRIMARY KEY)')
  await run(destination, 'CREATE TABLE t (id int PRIMARY KEY)')
  const holder = await connectTo(destination)
  await holder.query('BEGIN')
  await holder.query('LOCK TABLE t IN ACCESS EXCLUSIVE MODE')
  const [problem] = problems(
    await moveBetween(source, destination, [{ entity: 'public.t', target: 'public.t', mode: 'append' }]),
  )
  await holder.end()
  expect(problem).toMatchObject({ code: 'TABLE_BUSY', retryable: true })
  expect(problem?.message).toEqual(
    says(expect.stringMatching(/^Somebody else holds public\.t: process \d+ .*LOCK TABLE t/)),
  )
})
