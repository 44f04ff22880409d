import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { addPostgresConnection } from '../support/add-postgres-connection.ts'
import { run } from '../support/run-sql.ts'
import { type Api, startApi } from '../support/start-api.ts'

/** Two flows: one with a run an hour for five days, every tenth failed; one with a run that is going on. */
describe('the organization’s runs', () => {
  let api: Api
  let base: string
  let orders: string
  let invoices: string

  beforeAll(async () => {
    api = await startApi({ takesRuns: false })
    const organization = await api.organizationOf('ada')
    base = `/v1/organizations/${organization}`
    const end = { id: await addPostgresConnection(api, 'ada', base, 'shop') }
    const ends = { source_connection: end, destination_connection: end }
    orders = (await api.call('ada', 'POST', `${base}/flows`, { name: 'Orders', ...ends })).body.id
    invoices = (await api.call('ada', 'POST', `${base}/flows`, { name: 'Invoices', ...ends })).body.id
    await run(
      api.storeUrl,
      `insert into millrace.runs (organization_id, flow_id, flow_version, flow_snapshot, trigger, status, queued_at, started_at, finished_at, error)
       select $1, $2, 1, '{}', 'person', case when n % 10 = 0 then 'failed' else 'succeeded' end, at, at, at + interval '1 minute',
         case when n % 10 = 0 then json_build_object('code', 'CONSTRAINT', 'message', 'Row ' || n || ' has 100% no "Key_"') end
       from generate_series(1, 120) n, lateral (select now() - n * interval '1 hour' as at) times`,
      [organization, orders],
    )
    await api.call('ada', 'POST', `${base}/flows/${invoices}/run`)
  })
  afterAll(() => api.stop())

  const list = async (query = '') => (await api.call('ada', 'GET', `${base}/runs${query}`)).body
  const all = async (query: string) => {
    const runs: { id: string; queued_at: string; status: string; flow_name: string }[] = []
    for (let cursor = ''; ; ) {
      const page = await list(`?${query}${cursor}`)
      runs.push(...page.runs)
      if (!page.next_cursor) return runs
      cursor = `&cursor=${page.next_cursor}`
    }
  }

  it('come newest first, page by page, each once', async () => {
    const runs = await all('')

    expect(runs).toHaveLength(121)
    expect(new Set(runs.map(({ id }) => id)).size).toBe(121)
    const times = runs.map(({ queued_at }) => queued_at)
    expect(times).toEqual(times.toSorted((left, right) => right.localeCompare(left)))
    expect(runs[0]).toMatchObject({ flow_name: 'Invoices', status: 'queued' })
  })

  it('are told apart by state; whatever has not ended is one', async () => {
    expect(await all('state=failed')).toHaveLength(12)
    expect(await all('state=active')).toMatchObject([{ flow_name: 'Invoices' }])
    expect(await all(`state=failed&flow=${invoices}`)).toEqual([])
  })

  it('are found by the name of their flow, by what went wrong, and by their id', async () => {
    expect(await all('q=INVOI')).toMatchObject([{ flow_name: 'Invoices' }])
    expect(await all('q=%20orders%20')).toHaveLength(120)
    expect(await all(`q=${encodeURIComponent('100% NO "key_')}`)).toHaveLength(12)
    expect(await all('q=row%2070')).toMatchObject([{ status: 'failed' }])
    expect(await all('q=row%2070&state=succeeded')).toEqual([])
    expect(await all('q=%25')).toHaveLength(12)
    expect(await all('q=Inv_ices')).toEqual([])
    const [{ id } = { id: '' }] = await all('state=active')
    for (const text of [id, id.toUpperCase(), id.slice(0, 8), id.slice(0, 13)])
      expect(await all(`q=${text}`)).toMatchObject([{ id }])
    expect(await all('q=%20')).toHaveLength(121)
    expect(await list('?q=%00')).toMatchObject({ details: { field: 'q' } })
  })

  it('are those that the dashboard counts, for each of its periods', async () => {
    for (const period of ['24h', '7d', '30d']) {
      const { totals } = (await api.call('ada', 'GET', `${base}/dashboard?period=${period}`)).body
      expect(await all(`period=${period}`)).toHaveLength(totals.runs)
      expect(await all(`period=${period}&state=failed`)).toHaveLength(totals.failed)
    }
  })

  it('are those behind each bar of the dashboard’s chart', async () => {
    const { buckets } = (await api.call('ada', 'GET', `${base}/dashboard?period=7d`)).body
    for (const [index, { start, succeeded, failed, active }] of buckets.entries()) {
      const to = buckets[index + 1]?.start
      expect(await all(`from=${start}${to ? `&to=${to}` : ''}`)).toHaveLength(succeeded + failed + active)
    }
  })

  it('are summed up per flow and day, beside when each last succeeded', async () => {
    const { buckets, freshness } = (await api.call('ada', 'GET', `${base}/dashboard?period=7d`)).body
    const of = (name: string) => freshness.find(({ flow_name }: { flow_name: string }) => flow_name === name).outcomes

    expect(of('Orders')).toHaveLength(buckets.length)
    expect(of('Orders').slice(3, -1)).toEqual(buckets.slice(3, -1).map(() => 'mixed'))
    // It never ran.
    expect(freshness.map(({ flow_name }: { flow_name: string }) => flow_name)).not.toContain('Invoices')
  })

  it('show at a glance with their flow: the last fourteen that ended, the newest last', async () => {
    const { body } = await api.call('ada', 'GET', `${base}/flows/${orders}`)

    expect(body.recent_states).toHaveLength(14)
    expect(body.recent_states.at(-1)).toBe('succeeded')
    expect(body.recent_states.at(-10)).toBe('failed')
    expect((await api.call('ada', 'GET', `${base}/flows/${invoices}`)).body.recent_states).toEqual([])
  })

  it.each([
    ['state', 'state=broken'],
    ['flow', 'flow=orders'],
    ['period', 'period=1y'],
    ['from', 'from=yesterday'],
    ['cursor', 'cursor=next'],
    ['cursor', 'cursor=00000000-0000-4000-8000-000000000000'],
    ['colour', 'colour=red'],
    ['q', `q=${'long'.repeat(51)}`],
  ])('are refused by the name of what does not fit (%s)', async (field, query) => {
    expect(await api.call('ada', 'GET', `${base}/runs?${query}`)).toMatchObject({
      status: 422,
      body: { details: { field } },
    })
  })
})
