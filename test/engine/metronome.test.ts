import { gunzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeMetronomeConnector } from '../../src/engine/connectors/metronome/metronome-connector.ts'
import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import { move } from '../../src/engine/move/move.ts'
import type { MoveEvent } from '../../src/engine/move/run/move-events.ts'
import type { StreamRequest } from '../../src/engine/move/run/stream-request.ts'
import type { Endpoint } from '../../src/engine/ports/connector.ts'
import { planStream } from '../../src/server/domain/flows/plan-stream.ts'
import { type MetronomeStandIn, startMetronome } from '../../src/stand-ins/metronome.ts'
import { keptStepProcesses } from '../support/kept-step-processes.ts'
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'
import { says } from '../support/says.ts'
import { stepProcesses } from '../support/step-processes.ts'
import type { Database } from './move-between.ts'
import { contextWith, endpointOf, freshDatabase, nextFence, problems, run, statuses } from './move-between.ts'

/** Nobody waits between tries. */
const clock = { now: () => Date.parse('2026-03-15T12:00:00Z'), random: () => 0, sleep: async () => {} }
const connector = makeMetronomeConnector(clock)

let server: RunningPostgres
let metronome: MetronomeStandIn
let source: Database

beforeAll(async () => {
  server = await startPostgres()
})

afterAll(() => server.stop())

beforeEach(async () => {
  metronome = await startMetronome(clock.now)
  source = await freshDatabase(server)
  await run(
    source,
    'CREATE TABLE usage (id int PRIMARY KEY, customer_id text, at timestamptz, bytes numeric, is_free boolean, note text)',
    `INSERT INTO usage SELECT n, 'customer-' || n % 3, '2026-03-10 10:00:00.000001Z'::timestamptz + n * interval '1 s', n * 1e20 + 0.1, n % 2 = 0, NULL
     FROM generate_series(1, 250) n`,
  )
})

afterEach(() => metronome.stop())

const endpoint = (over: object = {}): Endpoint => ({
  integration: 'metronome',
  credentials: { api_key: metronome.apiKey, ...over },
  config: {},
})

const context = () => ({ ...contextWith(), vendors: { addresses: { metronome: metronome.address } } })

const USAGE: StreamRequest = {
  entity: 'public.usage',
  target: 'transfer',
  mode: 'append',
  mapping: { timestamp: 'at' },
}

const send = (over: Partial<StreamRequest> = {}, events: MoveEvent[] = [], more: { readonly dry?: boolean } = {}) =>
  move({
    stepProcesses: keptStepProcesses,
    source: { connector: postgresConnector, endpoint: endpointOf(source) },
    destination: { connector, endpoint: endpoint() },
    streams: [{ ...USAGE, ...over }],
    fence: nextFence(),
    context: context(),
    onEvent: (event) => events.push(event),
    ...more,
  })

describe('a dry run of usage events', () => {
  /** What a dry run tells of the stream; no event arrives. */
  async function dryRun(over: Partial<StreamRequest> = {}) {
    const known = metronome.events.size
    const events: MoveEvent[] = []
    const { streams } = await send(over, events, { dry: true })
    expect(metronome.events.size).toBe(known)
    const [told] = events.flatMap((event) => (event.kind === 'dry-run' && 'sample' in event.result ? event.result : []))
    return { told, notes: streams[0]?.notes }
  }

  it('tells which are new and which Metronome knows by their transaction ids', async () => {
    await run(source, 'DELETE FROM usage WHERE id > 200')
    await send()
    await run(source, `INSERT INTO usage VALUES (999, 'customer-9', '2026-03-11 00:00:00Z', 7)`)
    const { told, notes } = await dryRun()
    expect(told?.difference).toEqual({ created: 1, changed: 0, removed: 0, unchanged: 200 })
    expect(told?.columns).toEqual(['transaction_id', 'customer_id', 'event_type', 'timestamp', 'properties'])
    expect(told?.sample.map(({ after }) => after?.slice(1))).toEqual([
      ['customer-9', 'transfer', '2026-03-11T00:00:00Z', '{"id":"999","bytes":"7"}'],
    ])
    expect(notes).toContainEqual(says(expect.stringContaining('asked about all 201 events')))
    const questions = metronome.requests.filter(({ path }) => path === '/v1/events/search')
    expect(questions).toHaveLength(3)
  })

  it('asks about a sample of many, and says of how many it does not know', async () => {
    await run(source, `INSERT INTO usage SELECT n, 'c', '2026-03-10 10:00:00Z', n FROM generate_series(1000, 2999) n`)
    const { told, notes } = await dryRun()
    expect(told?.difference).toEqual({ created: 1000, changed: 0, removed: 0, unchanged: 0, unknown: 1250 })
    expect(notes).toContainEqual(says(expect.stringContaining('1,000 of 2,250 events')))
  })

  it('succeeds without an answer of Metronome, and says so', async () => {
    metronome.fail({ status: 403, body: { message: 'Not for this key' } }, ({ path }) => path === '/v1/events/search')
    const { told, notes } = await dryRun()
    expect(told?.difference).toEqual({ created: 0, changed: 0, removed: 0, unchanged: 0, unknown: 250 })
    expect(notes).toContainEqual(says(expect.stringContaining('Not for this key')))
  })
})

describe('usage events', () => {
  it('are planned: which column becomes which field, and what must have a value', async () => {
    const planned = await planStream(
      {
        source: { connector: postgresConnector, endpoint: endpointOf(source) },
        destination: { connector, endpoint: endpoint() },
        stream: 'public.usage',
        streams: [USAGE],
        steps: [],
        salt: '',
        stateOf: undefined,
      },
      context(),
      stepProcesses,
    )
    expect(planned.effect).toBe('sent')
    expect(planned.columns.map(({ targetType, notes }) => [targetType, ...notes])).toEqual([
      ['property', 'key'],
      ['customer_id', 'required'],
      ['timestamp', 'required'],
      ['property'],
      ['property'],
      ['property'],
    ])
    expect(metronome.events.size).toBe(0)
  })

  it('are made of rows: mapped columns, the type that the target names, everything else as exact properties', async () => {
    const result = await send()
    expect(result.streams).toMatchObject([{ status: 'succeeded', rowsRead: 250, rowsWritten: 250 }])
    expect(metronome.events.size).toBe(250)
    expect([...metronome.events.values()][0]).toEqual({
      transaction_id: expect.stringMatching(/^[0-9a-f]{64}$/),
      customer_id: 'customer-1',
      event_type: 'transfer',
      timestamp: '2026-03-10T10:00:01.000001Z',
      properties: { id: '1', bytes: '100000000000000000000.1', is_free: 'false' },
    })
  })

  it('are counted once, however often the flow runs', async () => {
    await send()
    expect(statuses(await send())).toEqual(['succeeded'])
    expect(metronome.events.size).toBe(250)
    expect(metronome.repeats.count).toBe(250)
  })

  it('are counted once for each of several rows that are alike, and in every run the same', async () => {
    await run(
      source,
      'CREATE TABLE alike AS SELECT customer_id, at FROM usage WHERE id = 1',
      'INSERT INTO alike TABLE alike',
    )
    await send({ entity: 'public.alike' })
    await send({ entity: 'public.alike' })
    expect(metronome.events.size).toBe(2)
  })

  it('come in batches of a hundred, which are sent again whole when an answer is lost', async () => {
    metronome.fail('lose-answer')
    metronome.fail(
      { status: 429, headers: { 'retry-after': '1' } },
      (request) => metronome.requests.indexOf(request) === 2,
    )
    expect(statuses(await send())).toEqual(['succeeded'])
    expect(metronome.events.size).toBe(250)
    expect(metronome.repeats.count).toBe(100)
  })

  it('that have no customer are refused before they are sent, with their row', async () => {
    await run(source, `UPDATE usage SET customer_id = '' WHERE id = 250`)
    const [problem] = problems(await send())
    expect(problem).toMatchObject({
      code: 'VALUE_NOT_REPRESENTABLE',
      message: says('Row 250: customer_id must not be empty.'),
    })
  })

  it('that only Metronome refuses are found among the hundred, and those before them stay counted', async () => {
    const isBad = `"customer_id":"customer-2","event_type":"transfer","timestamp":"2026-03-10T10:01:05.000001Z"`
    const refusal = { status: 400, body: { message: 'unknown customer' } }
    // The batch, and then each half, quarter and so on that the event is in.
    for (let tries = 0; tries < 8; tries++)
      metronome.fail(refusal, ({ body }) => body.length > 0 && gunzipSync(body).includes(isBad))
    expect(problems(await send())).toMatchObject([
      { code: 'ROW_REFUSED', message: says('Row 65: Metronome says: unknown customer') },
    ])
    expect(metronome.events.size).toBe(64)
  })

  it('that are too old or too far ahead are refused before they are sent, with their row', async () => {
    await run(source, `UPDATE usage SET at = '2026-02-01' WHERE id = 250`)
    expect(problems(await send())[0]?.message).toEqual(
      says(expect.stringContaining('Row 250: at is more than 34 days ago')),
    )
    await run(source, `UPDATE usage SET at = '2026-03-17' WHERE id = 250`)
    expect(problems(await send())[0]?.message).toEqual(
      says(expect.stringContaining('Row 250: at is more than a day ahead')),
    )
    expect(
      [...metronome.events.values()].filter(({ properties }) => JSON.stringify(properties).includes('"250"')),
    ).toEqual([])
  })

  it('cannot be made without a customer and a time', async () => {
    await run(source, 'ALTER TABLE usage RENAME customer_id TO account')
    expect(problems(await send())).toMatchObject([{ code: 'MAPPING_REQUIRED' }])
    expect(problems(await send({ mapping: { customer_id: 'account', timestamp: 'gone' } }))).toMatchObject([
      { code: 'MAPPING_UNKNOWN', message: says(expect.stringContaining('gone')) },
    ])
    expect(problems(await send({ mapping: { customer_id: 'account', timestamp: 'bytes' } }))).toMatchObject([
      { code: 'MAPPING_UNKNOWN' },
    ])
    expect(statuses(await send({ mapping: { customer_id: 'account', timestamp: 'at' } }))).toEqual(['succeeded'])
  })

  it('cannot replace what was counted', async () => {
    expect(problems(await send({ mode: 'replace' }))).toMatchObject([
      { code: 'MODE_NOT_SUPPORTED', hint: says('Use "append".') },
    ])
  })
})

it('a connection test reads, and names the key when it is refused', async () => {
  expect(await connector.test(endpoint(), 'destination', context())).toMatchObject([{ status: 'passed' }])
  const [stage] = await connector.test(endpoint({ api_key: 'secret-but-wrong' }), 'destination', context())
  expect(stage).toMatchObject({ status: 'failed', problem: { code: 'SIGN_IN_REFUSED', field: 'api_key' } })
  expect(JSON.stringify(stage)).not.toContain('secret-but-wrong')
})
