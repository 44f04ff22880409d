import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { type GoogleOauthStandIn, startGoogleOauth } from '../../src/stand-ins/google-oauth.ts'
import { type GoogleSheetsStandIn, startGoogleSheets } from '../../src/stand-ins/google-sheets.ts'
import { addPostgresConnection, urlOfDatabase } from '../support/add-postgres-connection.ts'
import { run } from '../support/run-sql.ts'
import { endedRun } from '../support/shop.ts'
import { type Api, startApi } from '../support/start-api.ts'

describe('a spreadsheet of a Google account that was connected', () => {
  let api: Api
  let oauth: GoogleOauthStandIn
  let google: GoogleSheetsStandIn
  let base: string
  let sheet: string
  let shop: string

  beforeAll(async () => {
    oauth = await startGoogleOauth()
    google = await startGoogleSheets(Date.now, () => oauth.alive.size > 0)
    google.put('Front', [['a'], [1]])
    const environment = {
      GOOGLE_CLIENT_ID: 'client',
      GOOGLE_CLIENT_SECRET: 'secret',
      GOOGLE_BASE_URL: oauth.baseUrl,
      GOOGLE_SHEETS_BASE_URL: google.address,
    }
    api = await startApi({ environment })
    base = `/v1/organizations/${await api.organizationOf('ada')}`
    await run(api.postgres.url, 'create database shop')
    await run(
      urlOfDatabase(api, 'shop'),
      `create table orders as select n as id, '=' || n as note from generate_series(1, 3) n`,
    )
    shop = await addPostgresConnection(api, 'ada', base, 'shop')
    sheet = await connect()
  })
  afterAll(() => Promise.all([api.stop(), oauth.stop(), google.stop()]))

  /** A person consents, and adds a connection to the spreadsheet. */
  async function connect(): Promise<string> {
    const started = await api.call('ada', 'GET', `${base}/integrations/google/auth/start?name=Sheets`)
    const { pathname, search } = new URL(oauth.agree(started.body.auth_url))
    await api.fetch(null, pathname + search, {
      headers: { cookie: started.headers.get('set-cookie')?.split(';')[0] ?? '' },
    })
    const integration = await reconnect()
    const config = { spreadsheet_id: google.spreadsheetId }
    const draft = { name: 'Sheet', type: 'google_sheets', integration_id: integration.id, config }
    return (await api.call('ada', 'POST', `${base}/connections`, draft)).body.id
  }
  const reconnect = async () =>
    (await api.call('ada', 'GET', `${base}/integrations`)).body.find(({ name }: { name: string }) => name === 'Sheets')

  const runBetween = async (source: string, destination: string, streams: readonly object[]) => {
    const ends = { source_connection: { id: source }, destination_connection: { id: destination } }
    const flow = await api.call('ada', 'POST', `${base}/flows`, { name: 'Orders', ...ends, config: { streams } })
    return runFlow(flow.body.id)
  }

  async function runFlow(flowId: string) {
    const started = await api.call('ada', 'POST', `${base}/flows/${flowId}/run`)
    return endedRun(api, base, started.body.run_id)
  }

  it('is tested and discovered', async () => {
    const tested = await api.call('ada', 'POST', `${base}/connections/${sheet}/test`)
    expect(tested.body.stages.map(({ stage, status }: Record<string, string>) => [stage, status])).toEqual([
      ['sign-in', 'passed'],
      ['read', 'passed'],
      ['write', 'passed'],
    ])
    const discovered = await api.call('ada', 'POST', `${base}/connections/${sheet}/discover`)
    expect(discovered.body.entities).toMatchObject([{ name: 'sheets.Front', kind: 'sheet', columns: [{ name: 'a' }] }])
  })

  it('takes the rows of a table, and gives its own to one', async () => {
    const there = await runBetween(shop, sheet, [{ entity: 'public.orders', target: 'sheets.Orders' }])
    expect(there).toMatchObject({ status: 'succeeded', rows_written: 3 })
    expect(google.rows('Orders')).toEqual([
      ['id', 'note'],
      [1, '=1'],
      [2, '=2'],
      [3, '=3'],
    ])
    const back = await runBetween(sheet, shop, [{ entity: 'sheets.Orders', target: 'public.back' }])
    expect(back).toMatchObject({ status: 'succeeded', rows_written: 3 })
    expect(await run(urlOfDatabase(api, 'shop'), 'select * from back order by id')).toEqual(
      await run(urlOfDatabase(api, 'shop'), 'select id::bigint, note from orders order by id'),
    )
  })

  it('lands where a person looks first, and a flow that has it elsewhere goes on there', async () => {
    google.put('Plans', [['a'], [1]])
    const everywhere = { entity: 'sheets.Plans', target: 'sheets.Plans' }
    const changed = await runBetween(sheet, shop, [everywhere])
    expect(changed.streams).toMatchObject([{ status: 'succeeded', target: 'sheets.Plans' }])
    const config = { streams: [{ entity: 'sheets.Plans' }] }
    await api.call('ada', 'PATCH', `${base}/flows/${changed.flow_id}`, { config })
    expect((await runFlow(changed.flow_id)).streams).toMatchObject([{ status: 'succeeded', target: 'sheets.Plans' }])
    const fresh = await runBetween(sheet, shop, config.streams)
    expect(fresh.streams).toMatchObject([{ status: 'succeeded', target: 'public.Plans' }])
  })

  it('that is no longer shared is refused with the address that it must be shared with, wherever it is asked for', async () => {
    const discover = `${base}/connections/${sheet}/discover`
    const move = (id: string) =>
      api.call('ada', 'PATCH', `${base}/connections/${sheet}`, { config: { spreadsheet_id: id } })
    await move('1nobodyHasSharedThisOneWithAda0123456789abcd')
    const asked = await Promise.all([
      api.call('ada', 'POST', discover),
      api.call('ada', 'POST', `${base}/connections/${sheet}/refusals`, { tables: [{ entity: 'sheets.Front' }] }),
      api.call('ada', 'POST', `${base}/connections/${sheet}/rows`, { entity: 'sheets.Front' }),
    ])
    for (const { status, body } of asked) {
      expect(status).toBe(422)
      expect(body).toMatchObject({
        code: 'SPREADSHEET_NOT_FOUND',
        details: { field: 'spreadsheet_id', account: 'ada@gmail.test' },
      })
    }
    await move(google.spreadsheetId)
    expect((await api.call('ada', 'POST', discover)).status).toBe(200)
  })

  it('that loses its consent in the middle of a run asks for it again, where the integration is shown', async () => {
    google.put('Kept', [['old']])
    google.before(
      ({ method }) => method === 'PUT',
      () => oauth.withdraw(),
    )
    const ended = await runBetween(shop, sheet, [{ entity: 'public.orders', target: 'sheets.Kept' }])
    expect(ended).toMatchObject({ status: 'failed', error: { code: 'REAUTH_REQUIRED' } })
    expect(google.rows('Kept')).toEqual([['old']])
    expect(await reconnect()).toMatchObject({ reconnect_needed: true })
  })
})
