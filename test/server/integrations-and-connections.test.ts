import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { run } from '../support/run-sql.ts'
import { type Api, startApi } from '../support/start-api.ts'

const CANARY = 'c4nary-s3cret'
const postgres = { host: '127.0.0.1', port: 5432, user: 'etl', password: CANARY, dbname: 'dw', sslmode: 'require' }

describe('integrations and connections', () => {
  let api: Api
  let base: string

  beforeAll(async () => {
    api = await startApi()
    base = `/v1/organizations/${await api.organizationOf('ada')}`
  })
  afterAll(() => api.stop())

  const integration = async (credentials: object = postgres, type = 'postgres') =>
    api.call('ada', 'POST', `${base}/integrations`, { name: 'Warehouse', type, mergedIntegration: true, credentials })

  it('keeps credentials and shows them masked, with a mask that says nothing of the length', async () => {
    const { status, body } = await integration()
    expect(status).toBe(201)
    expect(JSON.stringify(body)).not.toContain(CANARY)
    expect((await api.call('ada', 'GET', `${base}/integrations/${body.id}/details`)).body).toMatchObject({
      id: body.id,
      mergedIntegration: true,
      credentials: { ...postgres, password: '********' },
    })
  })

  it.each([
    ['Host', { ...postgres, host: '' }, 'Host is required', 'host'],
    ['Port', { ...postgres, port: 'abc' }, 'Port must be a whole number from 1 to 65535', 'port'],
    ['Password', { ...postgres, password: undefined }, 'Password is required', 'password'],
    ['Database name', { ...postgres, dbname: ' ' }, 'Database name is required', 'dbname'],
    ['SSL mode', { ...postgres, sslmode: 'sometimes' }, 'SSL mode must be one of', 'sslmode'],
    ['a field nobody asked for', { ...postgres, socketPath: '/tmp' }, 'Unknown field "socketPath"', 'socketPath'],
    [
      'a mask for a password',
      { ...postgres, password: '********' },
      'Password cannot consist only of asterisks',
      'password',
    ],
  ])('refuses a wrong %s in the words of the form', async (_, credentials, message, field) => {
    const answer = await integration(credentials)
    expect(answer).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining(message), details: { field } },
    })
  })

  it('clones a database with its password, which nobody sees and which goes to no other place', async () => {
    const { body: original } = await integration()
    const values = { name: 'Shop', type: 'postgres', capability: 'source', integration_id: original.id }
    const shop = (await api.call('ada', 'POST', `${base}/connections`, values)).body
    const clone = (credentials: object, caller = 'ada') =>
      api.call(caller, 'POST', `${base}/connections/${shop.id}/clone`, {
        name: 'Copy',
        capability: 'both',
        credentials,
      })

    const cloned = await clone({ port: 5432, password: '********' })
    expect(cloned).toMatchObject({ status: 201, body: { name: 'Copy', type: 'postgres', capability: 'both' } })
    expect(cloned.body.integration_id).not.toBe(original.id)
    expect(JSON.stringify(cloned.body)).not.toContain(CANARY)
    const details = await api.call('ada', 'GET', `${base}/integrations/${cloned.body.integration_id}/details`)
    expect(details.body.credentials).toMatchObject({ host: '127.0.0.1', dbname: 'dw', password: '********' })
    // Sealed for the new integration: the original may go.
    await api.call('ada', 'DELETE', `${base}/connections/${shop.id}`)
    expect(await clone({ host: 'evil.example' })).toMatchObject({ status: 404 })
    const evil = await api.call('ada', 'POST', `${base}/connections/${cloned.body.id}/clone`, {
      name: 'Evil',
      credentials: { host: 'evil.example' },
    })
    expect(evil).toMatchObject({ status: 422, body: { code: 'SECRET_REQUIRED', details: { field: 'password' } } })
  })

  it('fills in the defaults of the form', async () => {
    const { port: _, sslmode: __, ...rest } = postgres
    const { body } = await integration(rest)
    expect((await api.call('ada', 'GET', `${base}/integrations/${body.id}/details`)).body.credentials).toMatchObject({
      port: 5432,
      sslmode: 'prefer',
    })
  })

  describe('a changed integration', () => {
    const change = async (credentials: object) => {
      const { body } = await integration()
      return api.call('ada', 'PATCH', `${base}/integrations/${body.id}`, { credentials })
    }

    it.each([
      ['masked', { ...postgres, password: '********' }],
      ['absent', { sslmode: 'verify-full' }],
      ['new', { password: 'another' }],
    ])('with a %s secret is saved', async (_, credentials) => {
      expect((await change(credentials)).status).toBe(200)
    })

    it.each([
      ['host', { host: 'db.example.co' }],
      ['port', { port: 5433 }],
      ['user', { user: 'root' }],
      ['database', { dbname: 'other' }],
      ['encryption, weaker', { sslmode: 'prefer' }],
      ['host, with a mask', { ...postgres, host: 'evil.example', password: '********' }],
    ])('that goes to another %s asks for the secret again', async (_, credentials) => {
      expect(await change(credentials)).toMatchObject({
        status: 422,
        body: { code: 'SECRET_REQUIRED', details: { field: 'password' } },
      })
    })

    it('with an empty secret is refused', async () => {
      expect(await change({ password: '' })).toMatchObject({ status: 422, body: { message: 'Password is required' } })
    })

    it('with a mask of another length is taken for a mistake', async () => {
      expect(await change({ password: '***' })).toMatchObject({ status: 422 })
    })
  })

  it('adds, lists, changes and deletes a connection, and guards what is in use', async () => {
    const { body: used } = await integration()
    const draft = { name: 'Warehouse', type: 'postgres', integration_id: used.id, config: {} }
    const added = await api.call('ada', 'POST', `${base}/connections`, draft)
    expect(added).toMatchObject({ status: 201, body: { ...draft, capability: 'both' } })

    expect(await api.call('ada', 'DELETE', `${base}/integrations/${used.id}`)).toMatchObject({
      status: 409,
      body: { code: 'INTEGRATION_IN_USE', message: expect.stringContaining('Warehouse') },
    })
    const path = `${base}/connections/${added.body.id}`
    expect(
      (await api.call('ada', 'PATCH', path, { id: added.body.id, name: 'DW', capability: 'destination', config: {} }))
        .body,
    ).toMatchObject({
      name: 'DW',
      capability: 'destination',
    })
    expect((await api.call('ada', 'DELETE', path)).status).toBe(204)
    expect((await api.call('ada', 'DELETE', `${base}/integrations/${used.id}`)).status).toBe(204)
  })

  it.each([
    ['an integration that does not exist', { integration_id: crypto.randomUUID() }, 'Integration not found'],
    ['no integration', { integration_id: undefined }, 'integration_id'],
    ['a type that nobody knows', { type: 'oracle' }, 'type'],
    ['settings that its type does not have', { config: { spreadsheet_id: 'x' } }, 'Unknown field "spreadsheet_id"'],
  ])('refuses a connection with %s', async (_, change, message) => {
    const { body } = await integration()
    const draft = { name: 'W', type: 'postgres', integration_id: body.id, config: {}, ...change }
    const answer = await api.call('ada', 'POST', `${base}/connections`, draft)
    expect(answer).toMatchObject({ status: 422, body: { message: expect.stringContaining(message) } })
  })

  it('renames a connection’s own credentials with it, and none that others use too', async () => {
    const { body: own } = await integration()
    const { body: shared } = await integration()
    const connect = async (integrationId: string) =>
      (
        await api.call('ada', 'POST', `${base}/connections`, {
          name: 'Warehouse',
          type: 'postgres',
          integration_id: integrationId,
          config: {},
        })
      ).body.id
    const alone = await connect(own.id)
    const first = await connect(shared.id)
    await connect(shared.id)

    for (const id of [alone, first]) await api.call('ada', 'PATCH', `${base}/connections/${id}`, { name: 'Depot' })

    const nameOf = async (id: string) => (await api.call('ada', 'GET', `${base}/integrations/${id}/details`)).body.name
    expect([await nameOf(own.id), await nameOf(shared.id)]).toEqual(['Depot', 'Warehouse'])
  })

  it('says in which stage a test failed, and tests what is typed without keeping it', async () => {
    const draft = { name: 'W', type: 'postgres', capability: 'both', config: {} }
    const { host, port, user, password, database } = api.postgres
    const credentials = { host, port, user, password, dbname: database, sslmode: 'prefer' }
    const path = `${base}/connections/test`

    const passed = await api.call('ada', 'POST', path, { ...draft, credentials })
    expect(passed.status).toBe(200)
    expect(
      passed.body.stages.map(({ stage, status }: { stage: string; status: string }) => `${stage} ${status}`),
    ).toEqual([
      'resolve passed',
      'connect passed',
      expect.stringMatching(/^tls (passed|skipped)$/),
      'sign-in passed',
      'read passed',
      'write passed',
    ])

    const refused = await api.call('ada', 'POST', path, { ...draft, credentials: { ...credentials, password: CANARY } })
    expect(refused).toMatchObject({
      status: 422,
      body: { code: 'CONNECTION_TEST_FAILED', details: { stage: 'sign-in', field: 'password' } },
    })
    expect(JSON.stringify(refused.body)).not.toContain(CANARY)
  })

  it('remembers how a saved connection last tested, and discovers its entities', async () => {
    const { host, port, user, password, database } = api.postgres
    await run(
      api.postgres.url,
      'create table if not exists orders (id bigint primary key, total numeric(14,2), note text not null)',
    )
    const { body: own } = await integration({ host, port, user, password, dbname: database, sslmode: 'disable' })
    const { body: connection } = await api.call('ada', 'POST', `${base}/connections`, {
      name: 'Shop',
      type: 'postgres',
      integration_id: own.id,
      config: {},
    })
    expect((await api.call('ada', 'POST', `${base}/connections/${connection.id}/test`)).status).toBe(200)
    const listed = await api.call('ada', 'GET', `${base}/connections`)
    expect(listed.body.find(({ id }: { id: string }) => id === connection.id).last_test).toMatchObject({ ok: true })

    const { body } = await api.call('ada', 'POST', `${base}/connections/${connection.id}/discover`)
    expect(body.entities).toContainEqual(
      expect.objectContaining({
        name: 'public.orders',
        kind: 'table',
        columns: [
          { name: 'id', type: 'bigint', nullable: false, key_position: 1 },
          { name: 'total', type: 'numeric(14,2)', nullable: true },
          { name: 'note', type: 'text', nullable: false },
        ],
      }),
    )

    const one = await api.call('ada', 'POST', `${base}/connections/${connection.id}/discover?search=ORDERS&limit=1`)
    expect(one.body).toMatchObject({ entities: [{ name: 'public.orders' }] })
    const rows = await api.call('ada', 'POST', `${base}/connections/${connection.id}/rows`, { entity: 'public.orders' })
    expect(rows.body).toMatchObject({ columns: [{ name: 'id', type: 'bigint' }, {}, {}], rows: [], has_more: false })
  })

  it('forgets a failed test once the credentials or the settings are others, and no other', async () => {
    const { host, port, user, password, database } = api.postgres
    const { body: own } = await integration({
      host,
      port,
      user,
      password: CANARY,
      dbname: database,
      sslmode: 'disable',
    })
    const path = `${base}/connections`
    const draft = { name: 'Mended', type: 'postgres', integration_id: own.id, config: {} }
    const { body: connection } = await api.call('ada', 'POST', path, draft)
    const test = () => api.call('ada', 'POST', `${path}/${connection.id}/test`)
    const change = (body: object) => api.call('ada', 'PATCH', `${path}/${connection.id}`, body)
    const mend = (credentials: object) => api.call('ada', 'PATCH', `${base}/integrations/${own.id}`, { credentials })
    const lastTest = async () => {
      const { body } = await api.call('ada', 'GET', path)
      return body.find(({ id }: { id: string }) => id === connection.id).last_test
    }

    await test()
    await change({ name: 'Renamed' })
    expect(await lastTest()).toMatchObject({ ok: false, stage: 'sign-in' })
    await change({ capability: 'source' })
    expect(await lastTest()).toBeNull()

    await test()
    expect(await lastTest()).toMatchObject({ ok: false })
    await mend({ host, port, user, password, dbname: database, sslmode: 'disable' })
    expect(await lastTest()).toBeNull()

    await test()
    await change({ capability: 'both' })
    expect(await lastTest()).toMatchObject({ ok: true })
  })

  it('says why what a source holds cannot be told, in words for the person who asked', async () => {
    const { host, port, user, database } = api.postgres
    const { body: own } = await integration({
      host,
      port,
      user,
      password: CANARY,
      dbname: database,
      sslmode: 'disable',
    })
    const { body: connection } = await api.call('ada', 'POST', `${base}/connections`, {
      name: 'Locked shop',
      type: 'postgres',
      integration_id: own.id,
      config: {},
    })
    const at = `${base}/connections/${connection.id}`
    const answers = [
      await api.call('ada', 'POST', `${at}/discover`),
      await api.call('ada', 'POST', `${at}/rows`, { entity: 'public.orders' }),
    ]
    for (const { status, body } of answers) {
      expect(status).toBe(422)
      expect(body.message).toMatch(/password/i)
      expect(JSON.stringify(body)).not.toContain(CANARY)
    }
  })

  it('leaves no secret in the store or in the log', async () => {
    const rows = await run<{ dump: string }>(
      api.storeUrl,
      `select coalesce(string_agg(integrations::text, ''), '') || coalesce((select string_agg(connections::text, '') from millrace.connections), '') as dump from millrace.integrations`,
    )
    expect(rows[0]?.dump).not.toContain(CANARY)
    expect(api.logged.join('\n')).not.toContain(CANARY)
  })
})
