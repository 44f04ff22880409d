import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { webhookHeaders } from '../../src/server/vault/sign-webhook.ts'
import { run } from '../support/run-sql.ts'
import { type Answer, type Api, startApi } from '../support/start-api.ts'

const ABSENT = '00000000-0000-4000-8000-000000000000'

describe('an inbound URL', () => {
  let api: Api
  let base: string
  let flow: string
  let secret: string

  beforeAll(async () => {
    // Nobody takes runs here: what is started stays queued until it is cancelled.
    api = await startApi({ takesRuns: false })
    base = `/v1/organizations/${await api.organizationOf('ada')}`
    flow = await addFlow(base)
    secret = (await renew()).body.secret
  })
  afterAll(() => api.stop())

  const addFlow = async (organization: string, as = 'ada'): Promise<string> => {
    const add = async (path: string, body: object) => (await api.call(as, 'POST', `${organization}/${path}`, body)).body
    const credentials = { host: 'db.example', user: 'etl', password: 's3cret', dbname: 'dw' }
    const { id } = await add('integrations', { name: 'I', type: 'postgres', credentials })
    const connection = await add('connections', { name: 'C', type: 'postgres', integration_id: id, config: {} })
    const ends = { source_connection: { id: connection.id }, destination_connection: { id: connection.id } }
    return (await add('flows', { name: 'Orders', ...ends })).id
  }
  const renew = (body: object = {}, id = flow) => api.call('ada', 'POST', `${base}/flows/${id}/inbound-url`, body)
  const now = () => Math.floor(Date.now() / 1_000)
  const signed = (changes: { id?: string; timestamp?: number; body?: string } = {}, ...secrets: string[]) =>
    webhookHeaders(
      { id: randomUUID(), timestamp: now(), body: '{}', ...changes },
      secrets.length > 0 ? secrets : [secret],
    )
  const call = (headers: Record<string, string>, id = flow, body = '{}') =>
    api.call(null, 'POST', `/v1/hooks/flows/${id}`, body, headers)
  const ends = async ({ body }: Answer) => {
    await api.call('ada', 'POST', `${base}/runs/${body.run_id}/cancel`)
    return body.run_id as string
  }

  it('starts its flow for a signed call, once for each id, whatever the body says', async () => {
    const headers = signed({ id: 'nightly-1', body: 'anything, 7 ✓' })
    const first = await call(headers, flow, 'anything, 7 ✓')
    expect(first.status).toBe(202)
    const { body: started } = await api.call('ada', 'GET', `${base}/runs/${first.body.run_id}`)
    expect(started).toMatchObject({ trigger: 'inbound_url', triggered_by: null, status: 'queued' })
    const id = await ends(first)

    expect((await call(headers, flow, 'anything, 7 ✓')).body.run_id).toBe(id)
    expect((await call(signed({ id: 'nightly-1' }))).body.run_id).toBe(id)
    const next = await call(signed({ id: 'nightly-2' }))
    expect(next.status).toBe(202)
    expect(await ends(next)).not.toBe(id)
    const { body } = await api.call('ada', 'GET', `${base}/runs?trigger=inbound_url`)
    expect(body.runs).toHaveLength(2)
    const { body: known } = await api.call('ada', 'GET', `${base}/flows/${flow}/inbound-url`)
    expect(known.inbound_url).toMatchObject({
      url: `http://api.test/v1/hooks/flows/${flow}`,
      used_at: expect.any(String),
    })
    expect(JSON.stringify(known)).not.toContain('whsec_')
  })

  it('answers a wrong signature, another flow’s, and a flow that does not exist in the same words', async () => {
    const other = await addFlow(base)
    const without = await addFlow(base)
    const othersSecret = (await renew({}, other)).body.secret
    const unknown = `whsec_${randomBytes(32).toString('base64')}`
    const { 'webhook-signature': signature, ...headers } = signed()
    const refusals = await Promise.all([
      call(signed({}, unknown)),
      call(signed({}, othersSecret)),
      call(signed(), other),
      call(signed(), without),
      call(signed(), ABSENT),
      call(signed({ body: '{"other":1}' })),
      call({ ...headers, 'webhook-signature': signature, 'webhook-id': 'another' }),
      call({ ...headers, 'webhook-signature': signature.replace('v1,', 'v2,') }),
      call({ ...headers, 'webhook-signature': 'v1,' }),
      call({ ...headers, 'webhook-signature': `${'v1,AAAA '.repeat(20)}${signature}` }),
    ])
    expect(new Set(refusals.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1)
    expect(refusals[0]).toMatchObject({ status: 401, body: { code: 'SIGNATURE_WRONG' } })
    expect((await api.call('ada', 'GET', `${base}/flows/${other}/runs`)).body.runs).toEqual([])
  })

  it('says what is missing or old before it looks for the flow', async () => {
    const { 'webhook-id': _, ...withoutId } = signed()
    for (const id of [flow, ABSENT]) {
      for (const [headers, code] of [
        [{}, 'SIGNATURE_MISSING'],
        [withoutId, 'SIGNATURE_MISSING'],
        [{ ...signed(), 'webhook-id': 'x'.repeat(201) }, 'SIGNATURE_MISSING'],
        [{ ...signed(), 'webhook-timestamp': 'today' }, 'SIGNATURE_MISSING'],
        [signed({ timestamp: now() - 310 }), 'SIGNATURE_OLD'],
        [signed({ timestamp: now() + 310 }), 'SIGNATURE_OLD'],
      ] as const)
        expect(await call({ ...headers }, id)).toMatchObject({ status: 401, body: { code } })
    }
    expect((await call(signed(), 'x')).status).toBe(404)
    expect((await call(signed(), flow, 'x'.repeat(1_100_000))).status).toBe(413)
  })

  it('takes the secret before for a day after it was renewed, or not at all, and none once it is removed', async () => {
    const id = await addFlow(base)
    const [first, second] = [(await renew({}, id)).body.secret, (await renew({}, id)).body]
    expect(Date.parse(second.previous_until)).toBeGreaterThan(Date.now() + 23 * 3_600_000)
    await ends(await call(signed({}, first), id))
    await ends(await call(signed({}, `whsec_${randomBytes(32).toString('base64')}`, second.secret), id))

    const third = (await renew({ keep_previous: false }, id)).body
    expect(third.previous_until).toBeNull()
    expect((await call(signed({}, second.secret), id)).status).toBe(401)
    await ends(await call(signed({}, third.secret), id))
    expect((await api.call('ada', 'DELETE', `${base}/flows/${id}/inbound-url`)).status).toBe(204)
    expect((await call(signed({}, third.secret), id)).status).toBe(401)
    expect((await api.call('ada', 'DELETE', `${base}/flows/${id}/inbound-url`)).status).toBe(404)
    const { body } = await api.call('ada', 'GET', `${base}/audit`)
    const audited = body.events.filter((event: { action: string; target_id: string }) => event.target_id === id)
    expect(audited.map(({ action }: { action: string }) => action)).toEqual([
      'flow.inbound-url-removed',
      'flow.inbound-url-renewed',
      'flow.inbound-url-renewed',
      'flow.inbound-url-created',
      'flow.created',
    ])
  })

  it('tells a caller with the secret why the flow does not start', async () => {
    const id = await addFlow(base)
    const own = (await renew({}, id)).body.secret
    const running = await call(signed({}, own), id)
    expect(await call(signed({}, own), id)).toMatchObject({ status: 409, body: { code: 'RUN_ALREADY_ACTIVE' } })
    await ends(running)
    await api.call('ada', 'PATCH', `${base}/flows/${id}`, { enabled: false })
    expect(await call(signed({}, own), id)).toMatchObject({ status: 409, body: { code: 'FLOW_DISABLED' } })
    await run(api.storeUrl, 'update millrace.organizations set schedules_paused = true')
    expect(await call(signed({}, own), id)).toMatchObject({ status: 409, body: { code: 'SCHEDULES_PAUSED' } })
    await run(api.storeUrl, 'update millrace.organizations set schedules_paused = false')
  })

  it('waits in the trash with its flow, and works again once that is restored', async () => {
    const id = await addFlow(base)
    const own = (await renew({}, id)).body.secret
    await api.call('ada', 'DELETE', `${base}/flows/${id}`)
    expect((await call(signed({}, own), id)).status).toBe(401)
    expect(JSON.stringify((await api.call('ada', 'GET', `${base}/trash`)).body)).not.toContain('inbound')
    await api.call('ada', 'POST', `${base}/trash/${id}/restore`)
    await ends(await call(signed({}, own), id))
  })

  it('belongs to nobody else: a viewer makes none, and an organization that is deleted starts nothing', async () => {
    const organization = `/v1/organizations/${await api.organizationOf('eve')}`
    const id = await addFlow(organization, 'eve')
    expect((await api.call('eve', 'POST', `${base}/flows/${flow}/inbound-url`, {})).status).toBe(404)
    const own = (await api.call('eve', 'POST', `${organization}/flows/${id}/inbound-url`, {})).body.secret
    await run(api.storeUrl, `update millrace.organizations set deleted_at = now() where name like 'eve%'`)
    expect((await call(signed({}, own), id)).status).toBe(401)
  })

  it('limits how often one flow is called with its secret, from wherever the calls come', async () => {
    const id = await addFlow(base)
    const own = (await renew({}, id)).body.secret
    const headers = signed({ id: 'again' }, own)
    const statuses = new Set<number>()
    for (let calls = 0; calls < 70; calls++) statuses.add((await call(headers, id)).status)
    expect([...statuses]).toEqual([202, 429])
    expect((await call(signed({ id: 'nightly-1' }))).status).toBe(202)
  })

  it.each([
    ['of a signed call', (id: string) => `inbound ${flow} ${id}`],
    ['of a caller of the API', (id: string) => `call inbound ${flow} ${id}`],
  ])('nobody can use up the id of a signed call with a key that looks like the one %s', async (_, keyLike) => {
    const id = randomUUID()
    const headers = { 'idempotency-key': keyLike(id) }
    const start = () => api.call('ada', 'POST', `${base}/flows/${flow}/run`, undefined, headers)
    const before = await ends(await start())
    expect((await start()).body.run_id).toBe(before)
    const called = await call(signed({ id }))
    expect(called.status).toBe(202)
    expect(await ends(called)).not.toBe(before)
  })
})
