import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { addPostgresConnection } from '../support/add-postgres-connection.ts'
import { run } from '../support/run-sql.ts'
import { type Api, startApi } from '../support/start-api.ts'

// Half a day away, so that it never comes while the tests run.
const DAILY = { cron: `0 ${(new Date().getUTCHours() + 12) % 24} * * *`, timezone: 'UTC' }

interface Due {
  readonly due_at: Date | null
  readonly now: Date
}

describe('a flow with a schedule', () => {
  let api: Api
  let others: Api[]
  let base: string
  let ends: object

  beforeAll(async () => {
    // Nobody takes runs here: what is started stays queued until it is cancelled.
    api = await startApi({ takesRuns: false })
    others = await Promise.all([1, 2].map(() => startApi({ takesRuns: false, beside: api })))
    base = `/v1/organizations/${await api.organizationOf('ada')}`
    ends = {
      source_connection: { id: await addPostgresConnection(api, 'ada', base, 'postgres') },
      destination_connection: { id: await addPostgresConnection(api, 'ada', base, 'postgres') },
    }
  })
  afterAll(async () => {
    for (const other of others) await other.stop()
    await api.stop()
  })

  const sql = <Row extends object>(statement: string, values?: unknown[]) => run<Row>(api.storeUrl, statement, values)
  const dueOf = async (flowId: string) =>
    (await sql<Due>('select due_at, now() as now from millrace.flows where id = $1', [flowId]))[0] as Due
  const addFlow = async (schedule: object | undefined, transformations: object[] = []): Promise<string> => {
    const config = { streams: [], transformations, ...(schedule && { schedule }) }
    const { status, body } = await api.call('ada', 'POST', `${base}/flows`, { ...ends, config })
    expect(status).toBe(201)
    return body.id
  }
  /** A flow whose schedule has been planned. */
  const addPlanned = async (schedule: object = DAILY): Promise<string> => {
    const id = await addFlow(schedule)
    await expect.poll(async () => (await dueOf(id)).due_at, { timeout: 10_000 }).not.toBeNull()
    return id
  }
  /** As if the time had come, that long ago. */
  const comesDue = (ids: readonly string[], ago = '0 s') =>
    sql(
      `with due as (update millrace.flows set due_at = date_trunc('minute', now()) - $2::interval where id = any($1) returning id)
       select pg_notify('millrace_schedules', '') from due`,
      [ids, ago],
    )
  const runsOf = async (flowId: string) =>
    (await api.call('ada', 'GET', `${base}/flows/${flowId}/runs`)).body.runs as Record<string, unknown>[]
  const untilRuns = (flowId: string, count: number) =>
    expect.poll(async () => (await runsOf(flowId)).length, { timeout: 10_000 }).toBe(count)
  const isPlannedAhead = async (flowId: string) => {
    const { due_at, now } = await dueOf(flowId)
    return due_at !== null && due_at > now
  }

  it('runs by itself once for each time, however many processes look at it', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, () => addPlanned()))
    await comesDue(ids)
    for (const id of ids) await expect.poll(() => isPlannedAhead(id), { timeout: 10_000 }).toBe(true)

    for (const id of ids)
      expect(await runsOf(id)).toMatchObject([
        { trigger: 'schedule', triggered_by: null, status: 'queued', scheduled_for: expect.any(String) },
      ])
    const { body } = await api.call('ada', 'GET', `${base}/runs?trigger=schedule&flow=${ids[0]}`)
    expect(body.runs).toHaveLength(1)
    expect((await api.call('ada', 'GET', `${base}/runs?trigger=person`)).body.runs).toEqual([])
  })

  it('needs nobody to say that the time has come', async () => {
    const id = await addPlanned()
    await sql(
      `with soon as (update millrace.flows set due_at = now() + interval '1 s' where id = $1 returning id)
       select pg_notify('millrace_schedules', '') from soon`,
      [id],
    )
    await untilRuns(id, 1)
  })

  it('makes up for all the times that passed while nothing ran with one run, which says what it was for', async () => {
    const id = await addPlanned()
    await comesDue([id], '3 days')
    await untilRuns(id, 1)

    expect(await isPlannedAhead(id)).toBe(true)
    const [late] = await runsOf(id)
    const hoursLate =
      (Date.parse(String(late?.['queued_at'])) - Date.parse(String(late?.['scheduled_for']))) / 3_600_000
    expect(Math.floor(hoursLate)).toBe(72)
  })

  it('is started by another when a process dies while starting it', async () => {
    const id = await addPlanned()
    // Holds whoever starts the run in the middle of it.
    const holder = new pg.Client({ connectionString: api.storeUrl })
    await holder.connect()
    try {
      await holder.query('begin; lock table millrace.runs in share mode')
      await comesDue([id])
      const starting = () =>
        sql<{ pid: number }>(
          `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
           and query like 'with made as%'`,
        )
      await expect.poll(async () => (await starting()).length, { timeout: 10_000 }).toBe(1)
      await sql('select pg_terminate_backend($1)', [(await starting())[0]?.pid])
    } finally {
      await holder.end()
    }

    await sql(`select pg_notify('millrace_schedules', '')`)
    await untilRuns(id, 1)
    expect(await isPlannedAhead(id)).toBe(true)
  })

  it('skips a run while the one before is under way, and says so', async () => {
    const id = await addPlanned()
    const active = (await api.call('ada', 'POST', `${base}/flows/${id}/run`)).body.run_id
    await comesDue([id])
    await untilRuns(id, 2)

    expect((await runsOf(id)).find((other) => other['id'] !== active)).toMatchObject({
      status: 'cancelled',
      trigger: 'schedule',
      error: { code: 'RUN_SKIPPED', message: 'This run was skipped: the previous run was still running.' },
    })
    const { body } = await api.call('ada', 'GET', `${base}/flows/${id}`)
    expect(body).toMatchObject({ last_run: { id: active, status: 'queued' }, recent_states: [] })
  })

  it('waits for the run before, where that is wanted, and then begins once', async () => {
    const id = await addPlanned({ ...DAILY, overlap: 'queue' })
    const active = (await api.call('ada', 'POST', `${base}/flows/${id}/run`)).body.run_id
    await comesDue([id], '2 hours')
    // Looked at in the same round: once this one has run, the other was seen and left waiting.
    const beside = await addPlanned()
    await comesDue([beside], '1 hour')
    await untilRuns(beside, 1)
    expect(await runsOf(id)).toHaveLength(1)

    await api.call('ada', 'POST', `${base}/runs/${active}/cancel`)
    await untilRuns(id, 2)
    expect((await runsOf(id))[0]).toMatchObject({ status: 'queued', trigger: 'schedule' })
    expect(await isPlannedAhead(id)).toBe(true)
  })

  it('keeps its schedule while it is switched off, and goes by it again from when it is switched on', async () => {
    const id = await addPlanned()
    const off = await api.call('ada', 'PATCH', `${base}/flows/${id}`, { enabled: false })
    expect(off.body).toMatchObject({ enabled: false, config: { schedule: DAILY } })
    expect((await dueOf(id)).due_at).toBeNull()

    await api.call('ada', 'PATCH', `${base}/flows/${id}`, { enabled: true })
    await expect.poll(() => isPlannedAhead(id), { timeout: 10_000 }).toBe(true)
    expect(await runsOf(id)).toEqual([])
  })

  it('is planned anew when its schedule changes, not when its name does, and no more when that is taken away', async () => {
    const id = await addPlanned({ cron: '0 0 1 1 *', timezone: 'UTC' })
    const before = (await dueOf(id)).due_at
    await api.call('ada', 'PATCH', `${base}/flows/${id}`, { name: 'Renamed' })
    expect((await dueOf(id)).due_at).toEqual(before)

    const config = { streams: [], transformations: [] }
    const schedule = { cron: '0 0 1 1 *', timezone: 'Asia/Tokyo' }
    await api.call('ada', 'PATCH', `${base}/flows/${id}`, { config: { ...config, schedule } })
    const nineHours = 9 * 3_600_000
    await expect
      .poll(async () => Number(before) - Number((await dueOf(id)).due_at), { timeout: 10_000 })
      .toBe(nineHours)

    await api.call('ada', 'PATCH', `${base}/flows/${id}`, { config })
    expect((await dueOf(id)).due_at).toBeNull()
  })

  it('has a failed run in its history where it could not begin', async () => {
    const id = await addFlow(DAILY, [{ id: 't1', type: 'filter', settings: {} }])
    await expect.poll(async () => (await dueOf(id)).due_at, { timeout: 10_000 }).not.toBeNull()
    await comesDue([id])
    await untilRuns(id, 1)

    expect(await runsOf(id)).toMatchObject([{ status: 'failed', error: { code: 'STEP_UNFINISHED' } }])
  })

  it.each([
    ['0 6 * *', 'UTC', 'cron', /five fields/],
    ['@daily', 'UTC', 'cron', /five fields/],
    ['0 6 * * * *', 'UTC', 'cron', /five fields/],
    ['0 25 * * *', 'UTC', 'cron', /The hour “25” of the schedule cannot be read: use \*, or 0 to 23/],
    ['0 6 * * mo', 'UTC', 'cron', /The weekday “mo”/],
    ['0 0 30 2 *', 'UTC', 'cron', /No day matches/],
    ['0 6 * * *', 'Mars/Olympus', 'timezone', /Europe\/Berlin/],
  ])('is refused with %s in %s, by the field', async (cron, timezone, field, message) => {
    const config = { streams: [], transformations: [], schedule: { cron, timezone } }
    const { status, body } = await api.call('ada', 'POST', `${base}/flows`, { ...ends, config })

    expect({ status, field: body.details?.field }).toEqual({ status: 422, field: `config.schedule.${field}` })
    expect(body.message).toMatch(message)
  })
})
