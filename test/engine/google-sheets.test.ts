import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inEnglish, type Sentence } from '../../src/core/catalog/sentence.ts'
import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import { move } from '../../src/engine/move/move.ts'
import { keptStepProcesses } from '../support/kept-step-processes.ts'
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'
import { endpointOf, freshDatabase, nextFence, run } from './move-between.ts'
import { freshSheets, moveIntoSheets, moveOutOfSheets, type Sheets } from './move-sheets.ts'

let sheets: Sheets

beforeEach(async () => {
  sheets = await freshSheets()
  sheets.google.put('Front', [['a'], [1]])
})

afterEach(() => sheets.google.stop())

const test = (capability: 'source' | 'destination' | 'both' = 'both', config: object = {}) =>
  sheets.connector.test(
    { ...sheets.endpoint, config: { ...sheets.endpoint.config, ...config } },
    capability,
    sheets.context(),
  )
const verdicts = async (...asked: Parameters<typeof test>) =>
  (await test(...asked)).map(({ stage, status, problem }) => [stage, status, ...(problem ? [problem.code] : [])])

describe('a connection test', () => {
  it('signs in, reads and writes, and leaves nothing behind', async () => {
    expect((await test()).map(({ stage, status, detail }) => [stage, status, detail && inEnglish(detail)])).toEqual([
      ['sign-in', 'passed', 'as ada@gmail.test'],
      ['read', 'passed', '“Numbers”, 1 tab'],
      ['write', 'passed', 'can make and fill tabs'],
    ])
    expect(sheets.google.titles).toEqual(['Front'])
  })

  it('asks a source for no more than reading', async () => {
    sheets.google.settings.role = 'viewer'
    expect(await verdicts('source')).toEqual([
      ['sign-in', 'passed'],
      ['read', 'passed'],
    ])
    expect(await verdicts('both')).toEqual([
      ['sign-in', 'passed'],
      ['read', 'passed'],
      ['write', 'failed', 'PERMISSION_MISSING'],
    ])
  })

  it.each<[string, () => void, readonly unknown[]]>([
    [
      'the consent was withdrawn',
      () => sheets.google.withdraw(),
      [
        ['sign-in', 'failed', 'REAUTH_REQUIRED'],
        ['read', 'skipped'],
        ['write', 'skipped'],
      ],
    ],
    [
      'the spreadsheet is not shared',
      () => void Object.assign(sheets.google.settings, { role: 'none' }),
      [
        ['sign-in', 'passed'],
        ['read', 'failed', 'PERMISSION_MISSING'],
        ['write', 'skipped'],
      ],
    ],
    [
      'the interface is not enabled',
      () => void Object.assign(sheets.google.settings, { isEnabled: false }),
      [
        ['sign-in', 'passed'],
        ['read', 'failed', 'NOT_CONFIGURED'],
        ['write', 'skipped'],
      ],
    ],
  ])('says that %s', async (_, act, expected) => {
    act()
    expect(await verdicts()).toEqual(expected)
  })

  it('names the field of a spreadsheet that is not there, or no spreadsheet at all', async () => {
    const problems = async (spreadsheet_id: string) =>
      (await test('source', { spreadsheet_id })).flatMap(({ problem }) => problem ?? [])
    expect(await problems('1234567890')).toMatchObject([{ code: 'SPREADSHEET_NOT_FOUND', field: 'spreadsheet_id' }])
    expect(await problems('../../etc')).toMatchObject([{ code: 'SPREADSHEET_ID_INVALID', field: 'spreadsheet_id' }])
  })

  it('takes the address of a spreadsheet for its id', async () => {
    const spreadsheet_id = ` https://docs.google.com/spreadsheets/d/${sheets.google.spreadsheetId}/edit?gid=0#gid=0 `
    expect(await verdicts('source', { spreadsheet_id })).toEqual([
      ['sign-in', 'passed'],
      ['read', 'passed'],
    ])
  })

  it('says that this server has no client at Google', async () => {
    const context = { ...sheets.context(), vendors: { addresses: {} } }
    const [stage] = await sheets.connector.test(sheets.endpoint, 'source', context)
    expect(stage?.problem?.code).toBe('NOT_CONFIGURED')
  })
})

const tokens = () => sheets.google.requests.filter(({ path }) => path === '/token').length

describe('access', () => {
  it('is asked for once, by runs that begin at the same time', async () => {
    await Promise.all([1, 2, 3, 4].map(() => sheets.connector.discover(sheets.endpoint, sheets.context())))
    expect(tokens()).toBe(1)
  })

  it('is renewed before it ends, and once when Google takes it back early', async () => {
    await sheets.connector.discover(sheets.endpoint, sheets.context())
    await sheets.clock.sleep(3_400_000, new AbortController().signal)
    await sheets.connector.discover(sheets.endpoint, sheets.context())
    expect(tokens()).toBe(2)
    sheets.google.expire()
    await sheets.connector.discover(sheets.endpoint, sheets.context())
    expect(tokens()).toBe(3)
  })

  it('that was withdrawn is asked for once, and never again by itself', async () => {
    sheets.google.withdraw()
    await expect(moveOutOfSheets(sheets, ['sheets.Front'])).rejects.toMatchObject({
      problem: { code: 'REAUTH_REQUIRED', retryable: false },
    })
    expect(tokens()).toBe(1)
  })
})

const LARGE = {
  'sheets.Out': {
    columns: { t: { kind: 'text' } },
    rows: Array.from({ length: 200 }, (_, n) => [String(n).padEnd(48_000, '.')]),
  },
} as const

describe('a quota', () => {
  it('is kept, however many calls a run needs', async () => {
    sheets.google.settings.callsPerMinute = 55
    for (let n = 0; n < 70; n++) await sheets.connector.discover(sheets.endpoint, sheets.context())
    expect(sheets.clock.sleeps.some((pause) => pause > 1_000)).toBe(true)
    const { streams } = await moveIntoSheets(sheets, LARGE)
    expect(streams[0]?.status).toBe('succeeded')
  })

  it('that a run waits for is told in its log, once a minute', async () => {
    const said: string[] = []
    const context = { ...sheets.context(), log: (message: Sentence) => said.push(inEnglish(message)) }
    const source = await sheets.connector.openSource?.(sheets.endpoint, context)
    for (let n = 0; n < 70; n++) await source?.entities()
    expect(said.length).toBeGreaterThan(0)
    expect(said.length).toBeLessThan(4)
    expect(said[0]).toMatch(/^Waiting for \d+ s: Google allows an account 60 calls a minute\.$/)
  })

  it('that others have used up is waited for in the middle of a run, while the old rows stay', async () => {
    sheets.google.put('Out', [['old']])
    const seen: unknown[] = []
    const refused = {
      status: 429,
      body: { error: { code: 429, message: 'Quota exceeded', status: 'RESOURCE_EXHAUSTED' } },
    }
    for (let n = 0; n < 5; n++)
      sheets.google.fail(refused, ({ method }) => method === 'PUT' && seen.push(sheets.google.rows('Out')) > 2)
    const { streams } = await moveIntoSheets(sheets, LARGE)
    expect(streams[0]).toMatchObject({ status: 'succeeded', rowsWritten: 200 })
    expect(seen.every((rows) => JSON.stringify(rows) === '[["old"]]')).toBe(true)
    expect(sheets.google.rows('Out')?.length).toBe(201)
  })

  it('that never comes back ends the run, and the old rows stay', async () => {
    sheets.google.put('Out', [['old']])
    for (let n = 0; n < 20; n++) sheets.google.fail({ status: 429 }, ({ method }) => method === 'PUT')
    const { streams } = await moveIntoSheets(sheets, LARGE)
    expect(streams[0]?.error).toMatchObject({ code: 'RATE_LIMITED', retryable: true })
    expect(sheets.google.rows('Out')).toEqual([['old']])
  })
})

describe('a fault on the way', () => {
  it.each(['drop', 'lose-answer', 'cut', { status: 500 }, { status: 503, headers: { 'retry-after': '7' } }] as const)(
    '%j is survived at every call of a run, and each row arrives once',
    async (fault) => {
      const rows = [['1'], ['2'], ['3']]
      const entity = { 'sheets.Out': { columns: { n: { kind: 'integer', bits: 64 } }, rows } } as const
      await moveIntoSheets(sheets, entity, { mode: 'append' })
      const before = sheets.google.requests.length
      await moveIntoSheets(sheets, entity, { mode: 'append' })
      const calls = sheets.google.requests.length - before
      for (let at = 0; at < calls; at++) {
        let call = 0
        sheets.google.fail(fault, () => call++ === at)
        const { streams } = await moveIntoSheets(sheets, entity, { mode: 'append' })
        expect([at, streams[0]?.status, streams[0]?.error]).toEqual([at, 'succeeded', undefined])
      }
      expect(sheets.google.rows('Out')?.length).toBe(1 + 3 * (calls + 2))
      expect(sheets.google.titles).toEqual(['Front', 'Out'])
    },
  )
})

describe('with a real database at the other end', () => {
  let server: RunningPostgres

  beforeAll(async () => {
    server = await startPostgres()
  })

  afterAll(() => server.stop())

  it.each([
    ['a key', 'id int PRIMARY KEY, at timestamp, price numeric(9,2), note text'],
    ['no key', 'id int, at timestamp, price numeric(9,2), note text'],
  ])('rows that are appended by a cursor come once although a part is read again, with %s', async (_, columns) => {
    const database = await freshDatabase(server)
    await run(
      database,
      `CREATE TABLE log (${columns})`,
      `INSERT INTO log VALUES (1, '2024-01-01 10:00', 1.5, 'a'), (2, '2024-01-01 10:05:00.5', 2, NULL), (3, NULL, NULL, 'n')`,
    )
    const append = (after?: string) =>
      move({
        stepProcesses: keptStepProcesses,
        source: { connector: postgresConnector, endpoint: endpointOf(database) },
        destination: { connector: sheets.connector, endpoint: sheets.endpoint },
        streams: [
          {
            entity: 'public.log',
            target: 'sheets.Log',
            mode: 'append',
            cursor: { column: 'at', ...(after && { after }) },
          },
        ],
        fence: nextFence(),
        context: sheets.context(),
        onEvent: () => {},
      })
    expect((await append()).streams).toMatchObject([{ status: 'succeeded', rowsWritten: 3 }])
    await run(
      database,
      `INSERT INTO log VALUES (4, '2024-01-01 10:05:00.5', 2, NULL), (5, '2024-01-01 10:06', 1.5, 'a')`,
    )
    const { streams } = await append('2024-01-01 10:05:00.5')
    expect(streams).toMatchObject([{ status: 'succeeded', rowsRead: 5, rowsWritten: 2, rowsFiltered: 3 }])
    expect(
      sheets.google
        .rows('Log')
        ?.slice(1)
        .map(([id]) => id),
    ).toEqual([1, 2, 3, 4, 5])
    const again = await append('2024-01-01 10:06:00')
    expect(again.streams).toMatchObject([{ status: 'succeeded', rowsWritten: 0 }])
    expect(sheets.google.rows('Log')).toHaveLength(6)
    // Another source whose numbers are the same.
    expect((await append()).streams).toMatchObject([{ status: 'succeeded', rowsWritten: 5 }])
  })

  it('rows go into a tab and come back as they were', async () => {
    const database = await freshDatabase(server)
    await run(
      database,
      'CREATE TABLE orders (id bigint, price numeric(14,2), ok boolean, day date, at timestamp, note text)',
      `INSERT INTO orders VALUES (1, 12.50, true, '2024-03-31', '2024-03-31 02:30:00.5', '=SUM(A1)'), (9223372036854775807, -0.01, false, NULL, '2024-03-31 02:30:00.123456', 'ä😀'), (3, NULL, NULL, '1899-12-31', NULL, NULL)`,
    )
    const postgres = { connector: postgresConnector, endpoint: endpointOf(database) }
    const google = { connector: sheets.connector, endpoint: sheets.endpoint }
    const common = { context: sheets.context(), onEvent: () => {} }
    const there = await move({
      stepProcesses: keptStepProcesses,
      source: postgres,
      destination: google,
      streams: [{ entity: 'public.orders', target: 'sheets.Orders', mode: 'replace' }],
      fence: nextFence(),
      ...common,
    })
    expect(there.streams).toMatchObject([{ status: 'succeeded', rowsWritten: 3 }])
    expect(sheets.google.rows('Orders')).toEqual([
      ['id', 'price', 'ok', 'day', 'at', 'note'],
      [1, 12.5, true, 45_382, 45_382 + 9_000.5 / 86_400, '=SUM(A1)'],
      ['9223372036854775807', -0.01, false, null, '2024-03-31 02:30:00.123456', 'ä😀'],
      [3, null, null, '1899-12-31', null, null],
    ])
    const back = await move({
      stepProcesses: keptStepProcesses,
      source: google,
      destination: postgres,
      streams: [{ entity: 'sheets.Orders', target: 'public.back', mode: 'replace' }],
      fence: nextFence(),
      ...common,
    })
    expect(back.streams).toMatchObject([{ status: 'succeeded', rowsWritten: 3 }])
    expect(await run(database, 'SELECT id, price, ok, day, at, note FROM back ORDER BY price NULLS LAST')).toEqual([
      { id: '9223372036854775807', price: '-0.01', ok: 'f', day: null, at: '2024-03-31 02:30:00.123456', note: 'ä😀' },
      { id: '1', price: '12.5', ok: 't', day: '2024-03-31', at: '2024-03-31 02:30:00.5', note: '=SUM(A1)' },
      { id: '3', price: null, ok: null, day: '1899-12-31', at: null, note: null },
    ])
    const types = await run(
      database,
      `SELECT column_name AS name, data_type AS type FROM information_schema.columns WHERE table_name = 'back' ORDER BY ordinal_position`,
    )
    expect(types.map(({ type }) => type)).toEqual(['text', 'double precision', 'boolean', 'text', 'text', 'text'])
  })
})
