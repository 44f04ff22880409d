import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { LIMIT_KINDS } from '../../src/core/catalog/limits.ts'
import { addPostgresConnection } from '../support/add-postgres-connection.ts'
import { type Answer, type Api, startApi } from '../support/start-api.ts'

const LIMIT = 4

const environment = Object.fromEntries(
  LIMIT_KINDS.map((kind) => [`LIMIT_${kind.toUpperCase().replace('-', '_')}`, String(LIMIT)]),
)

let api: Api
let second: Api

beforeAll(async () => {
  api = await startApi({ takesRuns: false, environment })
  second = await startApi({ takesRuns: false, environment, beside: api })
})
afterAll(async () => {
  await second.stop()
  await api.stop()
})

let people = 0
/** Somebody with an organization, and a connection in it. */
async function inhabited() {
  const person = `person-${people++}`
  const base = `/v1/organizations/${await api.organizationOf(person)}`
  return { person, base, connectionId: await addPostgresConnection(api, person, base, 'shop') }
}

const refusal = (kind: string) => ({
  status: 409,
  body: {
    code: 'LIMIT_REACHED',
    message: expect.stringMatching(/at most 4.*(Delete|Revoke|Withdraw).*whoever runs this server/),
    details: { kind, count: LIMIT, limit: LIMIT },
  },
})

const CREDENTIALS = { host: 'db.example.com', port: 5432, user: 'u', password: 'p', dbname: 'shop' }
let made = 0
const flowOf = (id: string) => ({ name: `Flow ${made++}`, source_connection: { id }, destination_connection: { id } })
const remove = async (person: string, path: string) => expect((await api.call(person, 'DELETE', path)).status).toBe(204)

const KINDS: readonly (readonly [string, string, (connectionId: string) => object])[] = [
  ['flows', 'flows', flowOf],
  [
    'connections',
    'connections',
    () => ({ name: `C ${made++}`, type: 'postgres', integration: { name: 'x', credentials: CREDENTIALS } }),
  ],
  [
    'integrations',
    'integrations',
    () => ({ name: `I ${made++}`, type: 'aws', credentials: { access_key_id: 'AKIA', secret_access_key: 's' } }),
  ],
  [
    'alert-channels',
    'alert-channels',
    () => ({ kind: 'email', recipients: [`p${made++}@example.com`], events: ['failed'] }),
  ],
  ['keys', 'service-members', () => ({ name: `Key ${made++}`, role: 'viewer' })],
  ['invitations', 'invitations', () => ({ email: `p${made++}@example.com`, roles: ['viewer'] })],
]

describe.each(KINDS)('%s of an organization', (kind, path, draft) => {
  it('are at most as many as the operator allows, also when two processes are asked at once', async () => {
    const { person, base, connectionId } = await inhabited()
    const body = kind === 'connections' ? await connectionDraft(person, base) : draft
    const answers = await Promise.all(
      Array.from({ length: 3 * LIMIT }, (_, n) =>
        (n % 2 ? api : second).call(person, 'POST', `${base}/${path}`, body(connectionId)),
      ),
    )
    const refused = answers.filter(({ status }) => status !== 201)
    expect(refused[0]).toMatchObject(refusal(kind))
    expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(['LIMIT_REACHED']))
    const { body: listed } = await api.call(person, 'GET', `${base}/${path}`)
    expect(kind === 'alert-channels' ? listed.channels : listed).toHaveLength(LIMIT)
  })
})

/** Connections of one integration, so that no other limit is first. */
async function connectionDraft(person: string, base: string) {
  const { body } = await api.call(person, 'GET', `${base}/integrations`)
  return () => ({ name: `C ${made++}`, type: 'postgres', integration_id: body[0].id, config: {} })
}

describe('no other way leads past the limit of', () => {
  it('connections: a clone, the sample data and a file count', async () => {
    const { person, base } = await inhabited()
    const integration = { name: 'Bills', type: 'aws', credentials: { access_key_id: 'AKIA', secret_access_key: 's' } }
    const { id: integration_id } = (await api.call(person, 'POST', `${base}/integrations`, integration)).body
    const draft = { name: 'Bills', type: 'aws_cost_explorer_api', integration_id, config: {} }
    const connectionId = (await api.call(person, 'POST', `${base}/connections`, draft)).body.id
    const clone = () =>
      api.call(person, 'POST', `${base}/connections/${connectionId}/clone`, { name: `Clone ${made++}` })
    for (let n = 2; n < LIMIT; n++) expect((await clone()).status).toBe(201)
    expect(await clone()).toMatchObject(refusal('connections'))
    expect(await api.call(person, 'POST', `${base}/sample-data`)).toMatchObject({ body: { code: 'LIMIT_REACHED' } })
    const { files } = (await api.call(person, 'GET', `${base}/code`)).body
    const [file] = files.filter(({ name }: { name: string }) => name.startsWith('connections/'))
    const another = { name: 'connections/another.yaml', text: file.text.replace(/^(id|name): .*/gm, '').trim() }
    const wanted = { files: [{ ...another, text: `${another.text}\nname: Another\n` }] }
    const { body: plan } = await api.call(person, 'POST', `${base}/code/plan`, wanted)
    expect(JSON.stringify(plan)).toContain('4 of at most 4 connections')
    expect((await api.call(person, 'GET', `${base}/connections`)).body).toHaveLength(LIMIT)
  })

  it('flows: what comes back from the trash counts', async () => {
    const { person, base, connectionId } = await inhabited()
    const add = () => api.call(person, 'POST', `${base}/flows`, flowOf(connectionId))
    const first = (await add()).body.id
    await remove(person, `${base}/flows/${first}`)
    for (let n = 0; n < LIMIT; n++) expect((await add()).status).toBe(201)
    expect(await api.call(person, 'POST', `${base}/trash/${first}/restore`)).toMatchObject(refusal('flows'))
    expect((await api.call(person, 'GET', `${base}/trash`)).body).toMatchObject([{ id: first }])
  })

  it('the trash: nothing more is deleted until something there is deleted permanently', async () => {
    const { person, base, connectionId } = await inhabited()
    const add = async () => (await api.call(person, 'POST', `${base}/flows`, flowOf(connectionId))).body.id as string
    const gone: string[] = []
    for (let n = 0; n < LIMIT; n++) {
      gone.push(await add())
      await remove(person, `${base}/flows/${gone.at(-1)}`)
    }
    const last = await add()
    expect(await api.call(person, 'DELETE', `${base}/flows/${last}`)).toMatchObject(refusal('trash'))
    await remove(person, `${base}/trash/${gone[0]}`)
    await remove(person, `${base}/flows/${last}`)
  })
})

describe('organizations of an account', () => {
  const create = (person: string, at = api): Promise<Answer> =>
    at.call(person, 'POST', '/v1/organizations', { name: `Organization ${made++}` })
  const owner = async (person: string) => {
    const ids: string[] = []
    for (let n = 0; n < LIMIT; n++) ids.push((await create(person)).body.id)
    return ids
  }
  const invited = async (by: string, id: string, person: string, role: string) => {
    const body = { email: `${person}@example.com`, roles: [role] }
    const { url } = (await api.call(by, 'POST', `/v1/organizations/${id}/invitations`, body)).body
    return api.call(person, 'POST', '/v1/invitations/accept', { token: new URL(url).searchParams.get('token') })
  }

  it('are limited over all processes', async () => {
    const answers = await Promise.all(
      Array.from({ length: 3 * LIMIT }, (_, n) => create('maker', n % 2 ? api : second)),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(LIMIT)
    expect(answers.find(({ status }) => status !== 201)).toMatchObject(refusal('organizations'))
  })

  it('count while they can be restored, and can be restored at the limit', async () => {
    const [first] = await owner('returner')
    await remove('returner', `/v1/organizations/${first}`)
    expect(await create('returner')).toMatchObject(refusal('organizations'))
    expect(await api.call('returner', 'POST', `/v1/organizations/${first}/restore`)).toMatchObject({ status: 200 })
    expect(await create('returner')).toMatchObject(refusal('organizations'))
  })

  it('are no more by an invitation to own one, or by the role that another owner gives', async () => {
    await owner('taker')
    const { body } = await create('giver')
    expect(await invited('giver', body.id, 'taker', 'owner')).toMatchObject(refusal('organizations'))
    expect(await invited('giver', (await create('giver')).body.id, 'taker', 'viewer')).toMatchObject({ status: 200 })
    const [, other] = (await api.call('giver', 'GET', '/v1/organizations')).body
    const members = `/v1/organizations/${other.id}/members`
    const taker = (await api.call('giver', 'GET', members)).body.find(
      ({ email }: { email: string }) => email === 'taker@example.com',
    )
    expect(await api.call('giver', 'PUT', `${members}/${taker.id}`, { roles: ['owner'] })).toMatchObject(
      refusal('organizations'),
    )
  })
})
