import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { exampleBody } from '../../src/contract/example-body.ts'
import { OPERATIONS, type Operation } from '../../src/contract/requests/operations.ts'
import { takesKey } from '../../src/server/http/keyed-calls.ts'
import { run } from '../support/run-sql.ts'
import { type Answer, type Api, startApi } from '../support/start-api.ts'
import { type Children, inhabit, join } from './inhabited-organization.ts'

/** Everything here is made from the contract's rows: a new call that changes something is covered by having been written down. */
const writes = OPERATIONS.filter(takesKey)
const byName = (name: string) => writes.find((row) => row.name === name) as Operation

/** What needs another system, or a state that an organization without a worker never has: these calls are refused here. */
const REFUSED_HERE = [
  ...['deleteAccount', 'restoreOrganization', 'acceptInvitation', 'createCustomerPortalSession'],
  ...['testUnsavedConnection', 'testConnection', 'discoverConnection', 'findRefusals', 'showRows'],
  ...['countBackfill', 'backfillFlow'],
  ...['changeTarget', 'previewFlow', 'planStream', 'planStructure', 'planTargets', 'estimateFlow', 'sendDiffering'],
  ...['retryRun', 'decideVanished', 'editRejectedRows', 'replayRejectedRows', 'replayRun'],
  ...['publishFlow', 'discardDraft', 'checkMirror', 'changeMirror', 'compareMirror', 'changeCutOver'],
  ...['rotateAlertSecret', 'replayAlertDelivery', 'deleteIntegration', 'deleteConnection'],
]

let api: Api
let organization: string
let base: string
let children: Children
/** A file of the organization, with another name of an integration. */
let edited: readonly { name: string; text: string }[] = []

beforeAll(async () => {
  api = await startApi({ takesRuns: false })
  organization = await api.organizationOf('owner')
  base = `/v1/organizations/${organization}`
  children = await inhabit(api, organization)
  await join(api, organization, 'colleague', ['editor'])
  const [colleague] = await run<{ id: string }>(
    api.storeUrl,
    `select id from millrace.memberships where user_uid = 'colleague'`,
  )
  children = { ...children, memberId: colleague?.id ?? '' }
})
afterAll(() => api.stop())

const fill = ({ path }: Operation) =>
  path.replace(/:(\w+)/g, (_, name: string) => ({ ...children, orgId: organization })[name] ?? '')

/** What a call takes that does something here; for others, the least that it takes. */
function bodyOf({ name, ...row }: Operation): unknown {
  const ends = {
    source_connection: { id: children['connectionId'] },
    destination_connection: { id: children['connectionId'] },
  }
  const channel = { kind: 'email', recipients: ['ops@example.com'], events: ['failed'] }
  const issuer = { issuer: 'https://issuer.example', audience: 'a', subject: 'repo:octo/shop:ref:refs/heads/main' }
  const end = children['connectionId']
  const tried = `millrace: 1\nkind: flow\nname: Tried\nsource: ${end}\ndestination: ${end}\n`
  const bodies: Readonly<Record<string, unknown>> = {
    createCheckoutSession: { plan_id: 'team' },
    createIntegration: { name: 'Mail', type: 'sendgrid', credentials: { api_key: 'k' } },
    createConnection: { name: 'D', type: 'postgres', integration_id: children['integrationId'], config: {} },
    createFlow: { name: 'H', ...ends },
    createAlertChannel: channel,
    updateAlertChannel: channel,
    changeAlertedFlows: { flow_ids: [children['flowId']], channels: [{ id: children['channelId'], is_alerted: true }] },
    createFederatedCredential: issuer,
    planCode: { files: edited },
    applyCode: { files: edited },
    tryCode: { files: [{ name: 'tried.yaml', text: tried }] },
  }
  return bodies[name] ?? exampleBody(row)
}

const send = (
  row: Operation,
  key: string,
  { as = 'owner', body = bodyOf(row) }: { as?: string; body?: unknown } = {},
): Promise<Answer> => api.call(as, row.method, fill(row), row.request ? body : undefined, { 'idempotency-key': key })

/** The server goes on with a batch after it has answered. */
const batchesAreOver = () =>
  expect
    .poll(() => run(api.storeUrl, `select 1 from millrace.batch_flows where state = 'waiting'`), { timeout: 60_000 })
    .toEqual([])

/** Every table of the store, but for the kept answers themselves. */
const store = () =>
  run(
    api.storeUrl,
    `select table_schema, table_name, query_to_xml(
       format('select md5(string_agg(t::text, '','' order by t::text)) from %I.%I t', table_schema, table_name), false, true, '')::text as content
     from information_schema.tables where table_schema = 'millrace' and table_type = 'BASE TABLE' and table_name not in ('request_keys', 'call_rates') order by 1, 2`,
  )

const readyFor = async (name: string): Promise<void> => {
  if (name === 'deletePermanently') {
    const body = { name: 'Gone again', type: 'sendgrid', credentials: { api_key: 'k' } }
    const { body: gone } = await api.call('owner', 'POST', `${base}/integrations`, body)
    await api.call('owner', 'DELETE', `${base}/integrations/${gone.id}`)
    children = { ...children, trashId: gone.id }
  }
  if (name === 'cancelRun') return
  if (name === 'planCode') {
    const { body: code } = await api.call('owner', 'GET', `${base}/code`)
    const [file] = code.files.filter(({ text }: { text: string }) => /^kind: integration$/m.test(text))
    edited = [{ name: file.name, text: file.text.replace(/^name: (.*)$/m, 'name: $1 of files') }]
  }
  if (name === 'deleteOrganization') await run(api.storeUrl, 'delete from millrace.subscriptions')
  const isDry = name === 'approveDryRun'
  await run(
    api.storeUrl,
    `update millrace.runs set status = 'succeeded', started_at = now(), finished_at = now(), flow_snapshot = flow_snapshot || $1,
       flow_version = coalesce((select version from millrace.flows where id = flow_id), flow_version)
     where finished_at is null or id = $2`,
    [isDry ? { dry: true } : {}, children['runId']],
  )
}

describe('a call with an Idempotency-Key', () => {
  const inOrder = [
    ...writes.filter(({ method }) => method !== 'DELETE'),
    // The inner ones first.
    ...writes
      .filter(({ method }) => method === 'DELETE')
      .sort((one, other) => other.path.split('/').length - one.path.split('/').length),
  ]

  it.each(inOrder.map((row) => [row.name, row] as const))(
    '%s is done once, and answered alike',
    async (name, row) => {
      await readyFor(name)
      const first = await send(row, `once ${name}`)
      await batchesAreOver()
      const before = await store()
      const second = await send(row, `once ${name}`)
      expect({ name, answer: first.body, refused: first.status >= 400 }).toEqual({
        ...{ name, answer: first.body },
        refused: REFUSED_HERE.includes(name),
      })
      expect({ status: second.status, body: second.body }).toEqual({ status: first.status, body: first.body })
      if (first.status < 400) expect(second.headers.get('idempotency-replayed')).toBe('true')
      expect(await store()).toEqual(before)
    },
    90_000,
  )
  it('makes one thing when it comes ten times at once', async () => {
    const row = byName('createIntegration')
    const path = `/v1/organizations/${await api.organizationOf('racer')}/integrations`
    const ask = () => api.call('racer', 'POST', path, bodyOf(row), { 'idempotency-key': 'race' })
    const answers = await Promise.all(Array.from({ length: 10 }, ask))
    for (const { status, body } of answers)
      expect([201, 409], JSON.stringify(body)).toContain(
        status === 409 && body.code === 'IDEMPOTENCY_IN_PROGRESS' ? 409 : status,
      )
    const last = await ask()
    expect(last.status).toBe(201)
    expect(new Set([...answers, last].filter(({ status }) => status === 201).map(({ body }) => body.id)).size).toBe(1)
    expect((await api.call('racer', 'GET', path)).body).toHaveLength(1)
  })

  it('refuses another body, takes the key of another person and organization as another one, and keeps no refusal', async () => {
    const one = `/v1/organizations/${await api.organizationOf('ann')}/flows`
    const two = one.replace('flows', 'integrations')
    const other = `/v1/organizations/${await api.organizationOf('ann')}/integrations`
    const foreign = `/v1/organizations/${await api.organizationOf('ben')}/integrations`
    const headers = { 'idempotency-key': 'k' }
    const body = { name: 'Mail', type: 'sendgrid', credentials: { api_key: 'secret-of-a-mailer' } }
    expect((await api.call('ann', 'POST', two, { ...body, credentials: {} }, headers)).status).toBe(422)
    const { body: made } = await api.call('ann', 'POST', two, body, headers)
    for (const [path, changed] of [
      [two, { ...body, name: 'Other' }],
      [other, body],
      [foreign, body],
    ] as const) {
      const uid = path === foreign ? 'ben' : 'ann'
      const { status, body: answer } = await api.call(uid, 'POST', path, changed, headers)
      expect({ status, code: answer.code }).toEqual(
        path === two ? { status: 422, code: 'IDEMPOTENCY_KEY_REUSED' } : { status: 201, code: undefined },
      )
      expect(answer.id).not.toBe(made.id)
    }
    expect((await api.call('ann', 'POST', one, { name: 'F' }, headers)).status).toBe(422)
    for (const key of ['', 'k'.repeat(256), 'ümlaut'])
      expect((await api.call('ann', 'POST', two, body, { 'idempotency-key': key })).body).toMatchObject({
        details: { field: 'Idempotency-Key' },
      })
  })

  it('is one of 10,000 that a caller may use in a day; repeats are answered also then', async () => {
    const path = `/v1/organizations/${await api.organizationOf('many')}/integrations`
    const ask = (key: string) =>
      api.call('many', 'POST', path, bodyOf(byName('createIntegration')), { 'idempotency-key': key })
    const { body } = await ask('first')
    await run(
      api.storeUrl,
      `insert into millrace.request_keys (id, caller, fingerprint, attempt, leased_until)
       select sha256(n::text::bytea), sha256('many'), 'f', gen_random_uuid(), now() from generate_series(2, 10000) n`,
    )
    expect(await ask('one more')).toMatchObject({ status: 429, body: { code: 'IDEMPOTENCY_KEYS_FULL' } })
    expect((await ask('first')).body).toEqual(body)
    await run(api.storeUrl, `update millrace.request_keys set created_at = now() - interval '25 hours'`)
    expect((await ask('one more')).status).toBe(201)
  })

  it('is not answered to somebody who has lost the access, and shows no secret in the store', async () => {
    const id = await api.organizationOf('boss')
    const path = `/v1/organizations/${id}/service-members`
    await join(api, id, 'former', ['admin'])
    const ask = () => api.call('former', 'POST', path, { name: 'CI', role: 'viewer' }, { 'idempotency-key': 'ci' })
    const first = await ask()
    expect(first.body.key).toMatch(/^mlr_/)
    expect((await ask()).body.key).toBe(first.body.key)
    const kept = await run(api.storeUrl, 'select request_keys::text as row from millrace.request_keys')
    expect(JSON.stringify(kept)).not.toContain(first.body.key)
    await run(api.storeUrl, `delete from millrace.memberships where user_uid = 'former'`)
    expect((await ask()).status).toBe(404)
  })
})

describe('after a server was killed in the middle of a call', () => {
  const row = byName('updateOrganization')
  /** What a killed process leaves behind. */
  const killed = async (changes: string) => {
    const uid = randomUUID()
    const path = `/v1/organizations/${await api.organizationOf(uid)}`
    const ask = () => api.call(uid, row.method, path, { name: 'Renamed' }, { 'idempotency-key': uid })
    await ask()
    await run(
      api.storeUrl,
      `update millrace.request_keys set status = null, sealed = null, ${changes} where organization_id = $1`,
      [path.split('/').at(-1)],
    )
    return ask()
  }
  const DEAD = `leased_until = now() - interval '1 second'`

  it('a repeat waits while it may still be alive', async () => {
    expect(await killed('changed = false')).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_IN_PROGRESS' } })
  })

  it('a repeat does the work if nothing was changed', async () => {
    const answer = await killed(`changed = false, ${DEAD}`)
    expect(answer).toMatchObject({ status: 200, body: { name: 'Renamed' } })
    expect(answer.headers.has('idempotency-replayed')).toBe(false)
  })

  it('a repeat says that something was changed', async () => {
    expect(await killed(DEAD)).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_ANSWER_LOST' } })
  })

  it('a key may be used again after a day', async () => {
    const answer = await killed(`created_at = now() - interval '25 hours'`)
    expect(answer.headers.has('idempotency-replayed')).toBe(false)
    expect(answer.status).toBe(200)
  })
})
