import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import { move } from '../../src/engine/move/move.ts'
import type { MoveEvent } from '../../src/engine/move/run/move-events.ts'
import type { MoveRequest } from '../../src/engine/move/run/move-request.ts'
import type { StreamRequest } from '../../src/engine/move/run/stream-request.ts'
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'
import { says } from '../support/says.ts'
import { alteringOneCell } from './altered-cell.ts'
import { type Database, endpointOf, freshDatabase, nextFence, run } from './move-between.ts'
import { freshSheets, type Sheets } from './move-sheets.ts'

let server: RunningPostgres
let database: Database
let sheets: Sheets

beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.stop())
beforeEach(async () => {
  sheets = await freshSheets()
  sheets.google.put('Front', [['kept']])
  database = await freshDatabase(server)
})
afterEach(() => sheets.google.stop())

const inSheets = () => ({ connector: sheets.connector, endpoint: sheets.endpoint })
const inPostgres = () => ({ connector: postgresConnector, endpoint: endpointOf(database) })

async function moveAll(ends: Pick<MoveRequest, 'source' | 'destination'>, stream: StreamRequest) {
  const events: MoveEvent[] = []
  const { streams } = await move({
    ...ends,
    streams: [{ verify: 'values', ...stream }],
    fence: nextFence(),
    context: sheets.context(),
    onEvent: (event) => events.push(event),
  })
  return { stream: streams[0], events }
}

const OUT = { entity: 'public.t', target: 'sheets.Out', mode: 'replace' } as const

const VALUES = [
  `CREATE TABLE t (id bigint PRIMARY KEY, fine boolean, note text, amount numeric(14,2), exact numeric(30,10), size double precision,
    at timestamptz, seen timestamp, day date, raw bytea, mark uuid, opens time)`,
  `INSERT INTO t SELECT n, n % 2 = 0, CASE WHEN n % 7 = 0 THEN NULL ELSE E'note ' || n || E' 🚂\\t' END, (n - 20) / 4.0, n / 3.0, (n - 20) / 7.0,
    timestamptz '1961-01-01 00:00+02' + n * interval '123.456789 days', timestamp '1999-12-31 23:00' + n * interval '1.001 seconds', date '2024-02-29' - n,
    decode(md5(n::text), 'hex'), md5(n::text)::uuid, time '10:00' FROM generate_series(1, 50) n`,
  `INSERT INTO t (id, note, amount, size, seen, day) VALUES (-9223372036854775808, '', 0, 1e300, '2024-01-01 00:00:00.000001', '0001-01-01'),
    (9223372036854775807, ' ', -0.5, 1e-7, NULL, '9999-12-31'), (0, '=1+1', NULL, 'NaN', '1850-01-01', NULL)`,
]

it('Postgres sums every value, and the tab is read and summed before it is put in place', async () => {
  await run(database, ...VALUES)
  const { stream, events } = await moveAll({ source: inPostgres(), destination: inSheets() }, OUT)
  const keys = ['id', 'fine', 'note', 'amount', 'exact', 'size', 'at', 'seen', 'day', 'raw', 'mark']
  expect(stream).toMatchObject({ status: 'succeeded', check: { state: 'verified', rows: 53, keys } })
  expect(stream?.check?.sent).toBeUndefined()
  expect(events).toContainEqual(
    expect.objectContaining({ message: says('Values of these columns are not compared: opens.') }),
  )
})

it('one altered cell stops the run, and the tab keeps its rows', async () => {
  await run(database, ...VALUES)
  sheets.google.put('Out', [['id'], [1]])
  const destination = { ...inSheets(), connector: alteringOneCell(sheets.connector, 'note 43') }
  const { stream } = await moveAll({ source: inPostgres(), destination }, OUT)
  expect(stream).toMatchObject({ status: 'failed', error: { code: 'VERIFICATION_FAILED' } })
  expect(stream?.error?.message).toEqual(
    says('The 53 rows of public.t that arrived differ from the rows that were read: note.'),
  )
  expect(sheets.google.rows('Out')).toEqual([['id'], [1]])
})

it('the rows of a tab are summed as they are sent to Postgres', async () => {
  sheets.google.put('Front', [
    ['id', 'name', 'fine', 'amount'],
    [1, 'Ada', true, 0.1],
    [2, null, false, -1e20],
    [3, 'Grace', null, 7],
  ])
  const { stream } = await moveAll(
    { source: inSheets(), destination: inPostgres() },
    { entity: 'sheets.Front', target: 'public.front', mode: 'replace' },
  )
  // Google's answer is the only count of the rows of a tab.
  const check = { state: 'counted', reason: 'uncounted', rows: 3, sent: true, keys: ['id', 'name', 'fine', 'amount'] }
  expect(stream).toMatchObject({ status: 'succeeded', check })
})
