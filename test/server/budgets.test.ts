import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { ConnectorError } from '../../src/engine/ports/connector.ts'
import { makeAllowance } from '../../src/server/domain/budgets/make-allowance.ts'
import { type Database, openDatabase } from '../../src/server/store/database/database.ts'
import { type AwsStandIn, startAws } from '../../src/stand-ins/aws.ts'
import { SENDGRID_KEY, type SendGridStandIn, startSendGrid } from '../../src/stand-ins/sendgrid.ts'
import { addPostgresConnection, urlOfDatabase } from '../support/add-postgres-connection.ts'
import { run } from '../support/run-sql.ts'
import { endedRun } from '../support/shop.ts'
import { type Answer, type Api, startApi } from '../support/start-api.ts'

/** The planner of the source believes that the view has ten rows. */
const SURPRISE = `create function surprise() returns setof int rows 10 language sql as 'select generate_series(1, 50000)';
  create view surprising as select s as id from surprise() s`

describe('a budget', () => {
  let api: Api
  let sendgrid: SendGridStandIn
  let aws: AwsStandIn
  let organization: string
  let base: string
  let shop: string
  let warehouse: string
  let source: string
  let target: string

  beforeAll(async () => {
    sendgrid = await startSendGrid()
    aws = await startAws(Date.now)
    api = await startApi({
      environment: {
        SENDGRID_BASE_URL: sendgrid.address,
        AWS_COST_EXPLORER_BASE_URL: aws.address,
        AWS_STS_BASE_URL: aws.address,
      },
    })
    for (const name of ['shop', 'warehouse']) await run(api.postgres.url, `create database ${name}`)
    source = urlOfDatabase(api, 'shop')
    target = urlOfDatabase(api, 'warehouse')
    await run(source, `create table orders as select n as id from generate_series(1, 300) n; ${SURPRISE}`)
  })
  afterAll(() => Promise.all([api.stop(), sendgrid.stop(), aws.stop()]))

  beforeEach(async () => {
    organization = await api.organizationOf('ada')
    base = `/v1/organizations/${organization}`
    shop = await addPostgresConnection(api, 'ada', base, 'shop')
    warehouse = await addPostgresConnection(api, 'ada', base, 'warehouse')
    await run(target, 'drop table if exists orders, surprising')
  })

  const overview = async (flow = '') => (await api.call('ada', 'GET', `${base}/budgets${flow && `?flow=${flow}`}`)).body
  const limit = async (budget: object) =>
    expect((await api.call('ada', 'PUT', `${base}/budgets`, budget)).status).toBe(200)
  const aFlow = async (budget?: object, entity = 'public.orders', ends: Record<string, string> = {}) => {
    const streams = entity === '' ? [] : [{ entity, mode: ends['destination'] ? 'append' : 'replace' }]
    const made = await api.call('ada', 'POST', `${base}/flows`, {
      name: `Flow of ${entity}`,
      source_connection: { id: ends['source'] ?? shop },
      destination_connection: { id: ends['destination'] ?? warehouse },
      config: { streams, transformations: [], ...(budget && { budget }) },
    })
    expect(made.status).toBe(201)
    return made.body.id as string
  }
  const start = (flow: string, how = 'run') => api.call('ada', 'POST', `${base}/flows/${flow}/${how}`)
  const ended = async ({ body: { run_id } }: Answer) => {
    return endedRun(api, base, run_id)
  }
  /** A connection to the stand-in for Cost Explorer. */
  const costs = async (): Promise<string> => {
    const integration = await api.call('ada', 'POST', `${base}/integrations`, {
      ...{ name: 'AWS', type: 'aws' },
      credentials: {
        access_key_id: aws.accessKeyId,
        secret_access_key: aws.secretAccessKey,
        region: 'us-east-1',
      },
    })
    const made = await api.call('ada', 'POST', `${base}/connections`, {
      ...{
        name: 'Costs',
        type: 'aws_cost_explorer_api',
        integration_id: integration.body.id,
        config: {},
      },
    })
    return made.body.id
  }
  const logOf = async (runId: string): Promise<readonly string[]> =>
    (await api.call('ada', 'GET', `${base}/runs/${runId}/log`)).body.lines.map(
      ({ message }: { message: string }) => message,
    )

  it('is a setting of the flow and of the organization, and shows what was spent', async () => {
    const flow = await aFlow({ rows: 1_000, mails: null })
    expect((await api.call('ada', 'GET', `${base}/flows/${flow}`)).body.config.budget).toEqual({
      rows: 1_000,
      mails: null,
    })
    await limit({ dollars: 7.5 })
    await ended(await start(flow))

    expect(await overview(flow)).toMatchObject({
      month: expect.stringMatching(/^\d{4}-\d\d-01$/),
      budget: { dollars: 7.5, rows: null },
      spent: { rows: 300, dollars: 0 },
      flow_spent: { rows: 300 },
    })
    const { events } = (await api.call('ada', 'GET', `${base}/audit`)).body
    expect(events).toContainEqual(expect.objectContaining({ action: 'organization.budgets_changed' }))
    const wrong = await api.call('ada', 'PUT', `${base}/budgets`, {
      dollars: 0.005,
    })
    expect([wrong.status, wrong.body.details.field]).toEqual([422, 'dollars'])
  })

  it('lets no run begin whose estimate alone would pass it, and nothing changes', async () => {
    const flow = await aFlow({ rows: 299 })
    const failed = await ended(await start(flow))

    expect(failed).toMatchObject({
      status: 'failed',
      rows_written: 0,
      error: { code: 'BUDGET_TOO_SMALL', budget: { of: 'flow', kind: 'rows', needed: 300 } },
    })
    expect(failed.error.message).toBe(
      'The run would need 300 rows, and the flow’s budget of this month has 299 rows left. It has not begun.',
    )
    expect(await logOf(failed.id)).toEqual([failed.error.message, 'The run has failed.'])
    expect((await overview(flow)).flow_spent.rows).toBe(0)
    const dry = await ended(await start(flow, 'dry-run'))
    expect(dry.status).toBe('succeeded')
    const { body } = await api.call('ada', 'GET', `${base}/runs/${dry.id}/log`)
    expect(body.lines.map(({ message }: { message: string }) => message).slice(0, 2)).toEqual([
      expect.stringContaining('has begun.'),
      'A run would not begin: it needs 300 rows, and the flow’s budget of this month has 299 rows left.',
    ])
    expect((await api.call('ada', 'GET', `${base}/runs/${dry.id}/estimate`)).body.refusal).toMatchObject({
      code: 'BUDGET_TOO_SMALL',
      message: 'A run would not begin: it needs 300 rows, and the flow’s budget of this month has 299 rows left.',
      budget: { of: 'flow', kind: 'rows', needed: 300 },
    })
  })

  it('that has room lets the log say first that the run has begun; so does one whose source is gone', async () => {
    const enough = await ended(await start(await aFlow({ rows: 300 })))
    const [first, second] = await logOf(enough.id)
    expect([first, second]).toEqual([
      expect.stringMatching(/^Attempt 1 of “.*” \(version 1\) has begun\.$/),
      expect.stringMatching(/^Reading has begun|is created together with its rows\.$/),
    ])
    const gone = await ended(await start(await aFlow({ rows: 300 }, 'public.gone')))
    expect(gone.status).toBe('failed')
    expect((await logOf(gone.id))[0]).toMatch(/^Attempt 1 of/)
  })

  it('stops a run before the rows that would pass it, and the old rows stay', async () => {
    await run(target, 'create table surprising (id int); insert into surprising values (-1)')
    const flow = await aFlow({ rows: 20_000 }, 'public.surprising')
    const failed = await ended(await start(flow))

    expect(failed).toMatchObject({
      status: 'failed',
      streams: [{ error: { code: 'BUDGET_SPENT' } }],
    })
    expect(await run(target, 'select id from surprising')).toEqual([{ id: -1 }])
    // What the run had reserved is free again.
    expect((await overview(flow)).flow_spent.rows).toBe(0)
  })

  it('that is spent refuses the next run at once, with a sentence that says of what', async () => {
    const flow = await aFlow({ rows: 300 })
    expect(await ended(await start(flow))).toMatchObject({
      status: 'succeeded',
    })

    const refused = await start(flow)
    expect([refused.status, refused.body.code]).toEqual([409, 'BUDGET_SPENT'])
    expect(refused.body.message).toContain(
      'The next 1 row would pass the flow’s budget of this month. Used so far: 300 rows of 300 rows.',
    )
    expect((await start(flow, 'dry-run')).status).toBe(202)
  })

  it('that is spent fails the due run of a schedule and the run after another flow, and leaves no run that waits for ever', async () => {
    const first = await aFlow()
    const [due, after] = [await aFlow({ rows: 300 }), await aFlow({ rows: 300 })]
    for (const flow of [due, after]) expect(await ended(await start(flow))).toMatchObject({ status: 'succeeded' })
    const starts = async (flow: string, how: object) => {
      const { config } = (await api.call('ada', 'GET', `${base}/flows/${flow}`)).body
      const saved = await api.call('ada', 'PATCH', `${base}/flows/${flow}`, { config: { ...config, ...how } })
      expect(saved.status, JSON.stringify(saved.body)).toBe(200)
    }
    await starts(after, { after: { flows: [{ id: first }], when: 'all_succeeded' } })
    await starts(due, { schedule: { cron: '0 6 * * *', timezone: 'Europe/Berlin' } })
    expect(await ended(await start(first))).toMatchObject({ status: 'succeeded' })
    await run(
      api.storeUrl,
      `update millrace.flows set due_at = now() where id = '${due}'; select pg_notify('millrace_schedules', '')`,
    )

    const states = async (flow: string) =>
      (await api.call('ada', 'GET', `${base}/flows/${flow}/runs`)).body.runs.map(
        ({ status, error }: { status: string; error?: { code: string } }) => error?.code ?? status,
      )
    for (const flow of [due, after])
      await expect.poll(() => states(flow), { timeout: 20_000 }).toEqual(['BUDGET_SPENT', 'succeeded'])
  })

  it('of the organization counts what all of its flows spend', async () => {
    await limit({ rows: 500 })
    expect(await ended(await start(await aFlow()))).toMatchObject({
      status: 'succeeded',
    })
    expect(await ended(await start(await aFlow()))).toMatchObject({
      error: { code: 'BUDGET_TOO_SMALL' },
    })
  })

  it('is warned of once when four fifths are used, in the log and to the channels', async () => {
    const channel = {
      kind: 'email',
      recipients: ['ada@example.com'],
      events: ['budget'],
    }
    expect((await api.call('ada', 'POST', `${base}/alert-channels`, channel)).status).toBe(201)
    const flow = await aFlow({ rows: 700 })
    await ended(await start(flow))
    expect((await api.call('ada', 'GET', `${base}/alert-deliveries`)).body.deliveries).toEqual([])

    const second = await ended(await start(flow))
    expect(await logOf(second.id)).toContain('Used so far of the flow’s budget of this month: 600 rows of 700 rows.')
    const told = async () => (await api.call('ada', 'GET', `${base}/alert-deliveries`)).body.deliveries
    expect(await told()).toMatchObject([{ event: 'budget', flow: { id: flow } }])
    await ended(await start(flow))
    expect(await told()).toHaveLength(1)
  })

  it('of mails stops before the next mail', async () => {
    const integration = await api.call('ada', 'POST', `${base}/integrations`, {
      ...{
        name: 'Mail',
        type: 'sendgrid',
        credentials: { api_key: SENDGRID_KEY },
      },
    })
    const mail = await api.call('ada', 'POST', `${base}/connections`, {
      ...{ name: 'Mail', type: 'email', integration_id: integration.body.id },
      config: {
        to_email: 'ada@example.com',
        from_email: 'reports@example.com',
        subject: 'Orders',
      },
    })
    const flow = await aFlow({ mails: 1 }, 'public.orders', {
      destination: mail.body.id,
    })
    expect(await ended(await start(flow))).toMatchObject({
      status: 'succeeded',
    })
    expect((await overview(flow)).flow_spent).toMatchObject({ mails: 1 })
    const dry = await ended(await start(flow, 'dry-run'))
    const told = (await api.call('ada', 'GET', `${base}/runs/${dry.id}/estimate`)).body
    expect(told.destination.figures).toContainEqual({ name: 'mails', certainty: 'counted', amount: 1 })
    expect((await overview(flow)).flow_spent).toMatchObject({ mails: 1 })
    expect((await start(flow)).body.code).toBe('BUDGET_SPENT')
    expect(sendgrid.sent).toHaveLength(1)
  })

  it('is not used for answers of today, until somebody asks again', async () => {
    aws.settings.groupsPerPage = 500
    const flow = await aFlow({ dollars: 0.05 }, 'cost_by_service_daily', {
      source: await costs(),
    })
    const estimate = async () => (await api.call('ada', 'GET', `${base}/flows/${flow}/estimate`)).body.dollars
    expect(await estimate()).toEqual({
      certainty: 'estimated',
      amount: 0.01,
      bound: 'least',
    })
    const before = aws.charged.pages
    const first = await ended(await start(flow))
    const paid = aws.charged.pages - before
    expect(first).toMatchObject({ status: 'succeeded' })
    expect(paid).toBeGreaterThan(1)

    expect(await estimate()).toEqual({ certainty: 'counted', amount: 0 })
    const second = await ended(await start(flow))
    expect(second).toMatchObject({
      status: 'succeeded',
      rows_written: first.rows_written,
    })
    expect(aws.charged.pages - before).toBe(paid)
    expect(await logOf(second.id)).toContain(
      `${paid} pages had been answered today already, and were not paid for again.`,
    )
    const [kept] = await run(api.storeUrl, 'select sealed::text as sealed from millrace.kept_answers limit 1')
    expect(JSON.stringify(kept)).not.toContain('ResultsByTime')

    expect((await api.call('ada', 'DELETE', `${base}/kept-answers`)).status).toBe(204)
    // As the last run that paid.
    expect(await estimate()).toEqual({ certainty: 'estimated', amount: expect.closeTo(0.01 * paid) })
    await ended(await start(flow))
    expect(aws.charged.pages - before).toBe(2 * paid)
    expect((await overview(flow)).flow_spent.dollars).toBeCloseTo(0.02 * paid)
  })

  it('of money stops before the page of Cost Explorer that would pass it', async () => {
    const paidBefore = aws.charged.pages
    aws.settings.groupsPerPage = 50
    const flow = await aFlow({ dollars: 0.02 }, 'cost_by_service_daily', {
      source: await costs(),
    })
    const failed = await ended(await start(flow))

    expect(failed).toMatchObject({
      status: 'failed',
      streams: [{ error: { code: 'BUDGET_SPENT' } }],
    })
    expect(aws.charged.pages - paidBefore).toBe(2)
    expect((await overview(flow)).flow_spent.dollars).toBeCloseTo(0.02)
    // Two pages are answered, and the run would need a third.
    expect(await ended(await start(flow))).toMatchObject({ error: { code: 'BUDGET_TOO_SMALL' } })
    expect(aws.charged.pages - paidBefore).toBe(2)
  })

  describe('that runs on several machines share', () => {
    let stores: readonly Database[]
    beforeEach(() => {
      stores = [1, 2].map(() => openDatabase({ databaseUrl: api.storeUrl, onError: () => {} }))
    })
    const close = () => Promise.all(stores.map((store) => store.close()))

    it('is never passed, however many ask at the same moment', async () => {
      await limit({ dollars: 0.1 })
      const allowances = stores.map((database) =>
        makeAllowance({
          database,
          organizationId: organization,
          flowId: undefined,
          runId: undefined,
          budget: {},
        }),
      )
      const asked = await Promise.allSettled(
        Array.from({ length: 30 }, (_, n) => allowances[n % 2]?.spend('dollars', 0.01)),
      )

      expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
      const [refused] = asked.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
      expect(refused).toBeInstanceOf(ConnectorError)
      expect((await overview()).spent.dollars).toBeCloseTo(0.1)
      await allowances[0]?.giveBack('dollars', 0.01)
      expect(await allowances[1]?.left()).toEqual({
        dollars: { amount: expect.closeTo(0.01), spent: expect.closeTo(0.09), isOfFlow: false },
      })
      await close()
    })

    it('leaves nothing counted of a refusal by one of two budgets', async () => {
      await limit({ rows: 10 })
      const flowId = await aFlow({ rows: 1_000 })
      const [database] = stores
      if (!database) throw new Error('no store')
      const allowance = makeAllowance({
        ...{
          database,
          organizationId: organization,
          flowId,
          runId: undefined,
          budget: { rows: 1_000 },
        },
      })
      expect(await allowance.spendRows(4, 100)).toBe(4)
      await expect(allowance.spendRows(7, 100)).rejects.toThrow(
        'The next 7 rows would pass the organization’s budget of this month. Used so far: 4 rows of 10 rows.',
      )
      expect(await overview(flowId)).toMatchObject({
        spent: { rows: 4 },
        flow_spent: { rows: 4 },
      })
      await close()
    })
  })
})
