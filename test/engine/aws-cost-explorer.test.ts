import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeAwsCostExplorerConnector } from '../../src/engine/connectors/aws-cost-explorer/aws-cost-explorer-connector.ts'
import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import { move } from '../../src/engine/move/move.ts'
import type { MoveEvent } from '../../src/engine/move/run/move-events.ts'
import type { StreamRequest } from '../../src/engine/move/run/stream-request.ts'
import type { Endpoint } from '../../src/engine/ports/connector.ts'
import { type AwsStandIn, startAws } from '../../src/stand-ins/aws.ts'
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'
import { says } from '../support/says.ts'
import { contextWith, type Database, endpointOf, freshDatabase, nextFence, problems, run } from './move-between.ts'

/** In the middle of a month, and nobody waits between pages. */
const clock = { now: () => Date.parse('2026-03-15T12:00:00Z'), random: () => 0, sleep: async () => {} }
const connector = makeAwsCostExplorerConnector(clock)

let server: RunningPostgres
let aws: AwsStandIn
let destination: Database

beforeAll(async () => {
  server = await startPostgres()
})

afterAll(() => server.stop())

beforeEach(async () => {
  aws = await startAws(clock.now)
  destination = await freshDatabase(server)
})

afterEach(() => aws.stop())

const endpoint = (over: object = {}): Endpoint => ({
  integration: 'aws',
  credentials: { access_key_id: aws.accessKeyId, secret_access_key: aws.secretAccessKey, region: 'eu-west-1', ...over },
  config: {},
})

const context = () => ({
  ...contextWith(),
  vendors: { addresses: { awsCostExplorer: aws.address, awsSts: aws.address } },
})

const moveCosts = (streams: readonly StreamRequest[], events: MoveEvent[] = []) =>
  move({
    source: { connector, endpoint: endpoint() },
    destination: { connector: postgresConnector, endpoint: endpointOf(destination) },
    streams,
    fence: nextFence(),
    context: context(),
    onEvent: (event) => events.push(event),
  })

const stream = (entity: string, over: Partial<StreamRequest> = {}): StreamRequest => ({
  entity,
  target: 'public.costs',
  mode: 'replace',
  ...over,
})

describe('costs', () => {
  it('arrive with exact amounts, names of accounts, and what is an estimate', async () => {
    const { streams } = await moveCosts([stream('cost_by_account_service_daily')])
    // From March a year ago to today, two accounts, two services.
    expect(streams).toMatchObject([{ status: 'succeeded', rowsWritten: 380 * 4 }])
    expect(
      await run(
        destination,
        `SELECT period_start::text, account_name, unblended_cost, currency, usage_unit, estimated FROM costs
         WHERE account_id = '222222222222' ORDER BY period_start, service LIMIT 2`,
      ),
    ).toEqual([
      {
        period_start: '2025-03-01',
        account_name: 'Account 2',
        unblended_cost: '0.00000042',
        currency: 'USD',
        usage_unit: 'N/A',
        estimated: 'f',
      },
      expect.objectContaining({ unblended_cost: '2.0000000123' }),
    ])
    expect(await run(destination, `SELECT count(DISTINCT period_start) FROM costs WHERE estimated`)).toEqual([
      { count: '15' },
    ])
  })

  it('come page by page, each paid once, and the run says what it cost', async () => {
    aws.settings.groupsPerPage = 100
    aws.fail({ status: 400, body: { __type: 'LimitExceededException', message: 'Rate exceeded' } }, (request) =>
      request.body.includes('"token-3"'),
    )
    const events: MoveEvent[] = []
    const { streams } = await moveCosts([stream('cost_by_service_daily')], events)
    expect(streams).toMatchObject([{ status: 'succeeded', rowsWritten: 380 * 2 }])
    expect(aws.charged.pages).toBe(8)
    expect(events).toContainEqual({
      ...{ kind: 'log', level: 'info', origin: 'source' },
      message: says('AWS was asked for 8 pages, about $0.08.'),
    })
  })

  it('of a month that is not closed are read again by the next run, because they were estimates', async () => {
    const incremental = { mode: 'upsert', cursor: { column: 'period_start' } } as const
    const [first] = (await moveCosts([stream('cost_by_region_daily', incremental)])).streams
    expect(first?.window).toEqual({ cursor: 'period_start', until: '2026-03-15' })
    await run(destination, `UPDATE costs SET unblended_cost = -1 WHERE estimated`)
    const cursor = { column: 'period_start', after: '2026-03-15' }
    const [second] = (await moveCosts([stream('cost_by_region_daily', { ...incremental, cursor })])).streams
    expect(second).toMatchObject({ status: 'succeeded', rowsWritten: 15 * 4 })
    expect(await run(destination, 'SELECT count(*), min(unblended_cost) AS least FROM costs')).toMatchObject([
      { count: String(380 * 4), least: expect.not.stringContaining('-1') },
    ])
  })

  it('end with a reason where AWS sends one page again and again, and are not paid for without end', async () => {
    aws.settings.groupsPerPage = 100
    aws.settings.repeatsPages = true
    const [problem] = problems(await moveCosts([stream('cost_by_service_daily')]))
    expect(problem).toMatchObject({ code: 'VENDOR_UNAVAILABLE', retryable: true })
    expect(aws.charged.pages).toBe(2)
  })

  it('come by month too', async () => {
    const { streams } = await moveCosts([stream('cost_by_record_type_monthly')])
    expect(streams).toMatchObject([{ status: 'succeeded', rowsWritten: 13 * 3 }])
  })

  it('that may not be seen are a problem that says which permission is missing', async () => {
    aws.settings.mayReadCosts = false
    const [problem] = problems(await moveCosts([stream('cost_by_service_daily')]))
    expect(problem).toMatchObject({ code: 'PERMISSION_MISSING', retryable: false })
    expect(problem?.hint).toEqual(says(expect.stringContaining('ce:GetCostAndUsage')))
    expect(JSON.stringify(problem)).not.toContain(aws.secretAccessKey)
  })
})

describe('a connection test', () => {
  const test = (over: object = {}) => connector.test(endpoint(over), 'source', context())

  it('says who the key belongs to, and asks nothing that costs money', async () => {
    expect(await test()).toMatchObject([
      {
        stage: 'sign-in',
        status: 'passed',
        detail: says(expect.stringContaining('arn:aws:iam::111111111111:user/millrace')),
      },
    ])
    expect(aws.charged.pages).toBe(0)
  })

  it.each([
    ['another secret', { secret_access_key: 'wrong' }, 'secret_access_key', 'SIGN_IN_REFUSED'],
    ['an unknown key', { access_key_id: 'AKIANOBODY' }, 'access_key_id', 'SIGN_IN_REFUSED'],
    ['a region that is none', { region: 'evil.test/' }, 'region', 'REGION_UNKNOWN'],
  ])('refuses %s and names the field', async (_, over, field, code) => {
    expect(await test(over)).toMatchObject([{ status: 'failed', problem: { field, code } }])
  })
})

it('nothing is asked to find out what can be read', async () => {
  const entities = await connector.discover(endpoint(), context())
  expect(entities.map(({ name }) => name)).toEqual([
    'cost_by_service_daily',
    'cost_by_account_service_daily',
    'cost_by_usage_type_daily',
    'cost_by_region_daily',
    'cost_by_record_type_monthly',
  ])
  expect(aws.requests).toEqual([])
})
