import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Field } from '../../src/core/catalog/connections/field.ts'
import { INTEGRATION_TYPES, type IntegrationType } from '../../src/core/catalog/connections/integration-types.ts'
import { makeStreamLog } from '../../src/server/host/stream-log.ts'
import { makeSshKey } from '../stand-ins/ssh.ts'
import { makeCertificate } from '../support/postgres/certificate.ts'
import { readEvents } from '../support/read-events.ts'
import { run } from '../support/run-sql.ts'
import { type Api, startApi } from '../support/start-api.ts'

/** Every secret of these tests has it inside, so that one search finds them all. */
const CANARY = 'c4nary'
const MASK = '********'

const client = makeCertificate({ commonName: 'etl' })
const another = makeCertificate({ commonName: 'etl' })
const brokenSshKey = '-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----'
const sshKey = makeSshKey('open sesame')
const tunnel = { ssh_host: 'ssh.example.com', ssh_user: 'etl', ssh_password: 'tunnel pw' }
const damaged = client.certificate.replace(/^MII./m, 'AAAA')

const SAMPLES: Readonly<Record<string, unknown>> = {
  sslrootcert: client.certificate,
  sslcert: client.certificate,
  sslkey: client.key,
  ssh_port: 22,
  ssh_private_key: sshKey.private,
  ssh_passphrase: 'open sesame',
  ssh_host_key: `SHA256:${'A'.repeat(43)}`,
  port: 5432,
  sslmode: 'require',
  region: 'us-east-1',
  service_account_key: JSON.stringify({ client_email: 'robot@example.com', private_key: CANARY }),
}

const credentialsOf = (type: IntegrationType) =>
  Object.fromEntries(
    INTEGRATION_TYPES[type].fields.map(({ name, secret }) => [
      name,
      SAMPLES[name] ?? (secret ? `${CANARY}-${type}-${name}` : `visible-${name}`),
    ]),
  )
/** Those alone that a form asks for. */
const neededOf = (type: IntegrationType) => {
  const fields: readonly Field[] = INTEGRATION_TYPES[type].fields
  const needed = new Set(fields.filter(({ optional }) => !optional).map(({ name }) => name))
  return Object.fromEntries(Object.entries(credentialsOf(type)).filter(([name]) => needed.has(name)))
}
const TYPES = (Object.keys(INTEGRATION_TYPES) as IntegrationType[]).filter((type) =>
  INTEGRATION_TYPES[type].fields.some(({ secret }) => secret),
)
const postgres = () => ({ ...neededOf('postgres'), host: 'db.example.com' }) as Record<string, unknown>

describe('a secret', () => {
  let api: Api
  let base: string

  beforeAll(async () => {
    api = await startApi()
    base = `/v1/organizations/${await api.organizationOf('ada')}`
  })
  afterAll(() => api.stop())

  const add = async (credentials: object, type: IntegrationType = 'postgres') =>
    api.call('ada', 'POST', `${base}/integrations`, { name: `My ${type}`, type, credentials })
  const added = async (credentials: object = postgres()) => (await add(credentials)).body.id as string
  const change = (id: string, credentials: object) =>
    api.call('ada', 'PATCH', `${base}/integrations/${id}`, { credentials })
  const shown = async (id: string) =>
    (await api.call('ada', 'GET', `${base}/integrations/${id}/details`)).body.credentials
  const test = (draft: object) =>
    api.call('ada', 'POST', `${base}/connections/test`, { type: 'postgres', config: {}, ...draft })

  it.each(TYPES)('of %s is shown as asterisks of one length, everything else as it is', async (type) => {
    const { status, body } = await add(credentialsOf(type), type)
    expect(status).toBe(201)
    expect(JSON.stringify(body)).not.toContain(CANARY)
    const expected = INTEGRATION_TYPES[type].fields.map(({ name, secret }) => [
      name,
      secret ? MASK : credentialsOf(type)[name],
    ])
    expect(await shown(body.id)).toEqual(Object.fromEntries(expected))
  })

  it.each([
    [{ sslrootcert: 'no certificate' }, 'sslrootcert', 'PEM'],
    [{ sslcert: damaged, sslkey: client.key }, 'sslcert', 'damaged'],
    [{ sslcert: client.certificate, sslkey: 'no key' }, 'sslkey', 'private key'],
    [{ sslcert: client.certificate, sslkey: another.key }, 'sslkey', 'does not belong'],
    [{ sslcert: client.certificate }, 'sslkey', 'Client key is required'],
    [{ sslkey: client.key }, 'sslcert', 'Client certificate is required'],
    [
      { ssh_host: 'ssh.example.com/', ssh_user: 'etl', ssh_password: 'pw' },
      'ssh_host',
      'SSH host must be only a host name',
    ],
    [{ ...tunnel, ssh_port: 70_000 }, 'ssh_port', 'SSH port must be a whole number'],
    [{ ...tunnel, ssh_user: '' }, 'ssh_user', 'SSH user is required'],
    [{ ...tunnel, ssh_password: '' }, 'ssh_password', 'SSH password or SSH private key is required'],
    [{ ssh_user: 'etl' }, 'ssh_host', 'SSH host is required'],
    [{ ...tunnel, ssh_private_key: 'no key' }, 'ssh_private_key', 'SSH private key must be a private key'],
    [{ ...tunnel, ssh_private_key: sshKey.public }, 'ssh_private_key', 'SSH private key must be a private key'],
    [{ ...tunnel, ssh_private_key: brokenSshKey }, 'ssh_private_key', 'cannot be read'],
    [{ ...tunnel, ssh_private_key: sshKey.private }, 'ssh_passphrase', 'passphrase is required'],
    [{ ...tunnel, ssh_private_key: sshKey.private, ssh_passphrase: 'x' }, 'ssh_passphrase', 'does not open'],
    [{ ...tunnel, ssh_host_key: 'MD5:aa' }, 'ssh_host_key', 'fingerprint'],
  ])('that is no certificate or key is refused by the name of its field (%#)', async (fields, field, message) => {
    for (const type of ['postgres', 'mysql'] as const)
      expect(await add({ ...neededOf(type), host: 'db.example.com', ...fields }, type)).toMatchObject({
        status: 422,
        body: { message: expect.stringContaining(message), details: { field } },
      })
  })

  it('that is a client key stays when nothing is typed, goes with its certificate, and is asked for at another host', async () => {
    const id = await added({ ...postgres(), sslcert: client.certificate, sslkey: client.key })
    expect((await change(id, { ...postgres(), sslcert: client.certificate, sslkey: MASK })).status).toBe(200)
    expect(await change(id, { host: 'evil.example', password: 'typed again' })).toMatchObject({
      status: 422,
      body: { code: 'SECRET_REQUIRED', details: { field: 'sslkey' } },
    })
    expect((await change(id, { sslcert: '' })).status).toBe(200)
    expect(Object.keys(await shown(id))).not.toContain('sslkey')
  })

  it.each([
    [{ ssh_host: 'evil.example' }],
    [{ ssh_port: 2222 }],
    [{ ssh_user: 'root' }],
    [{ ssh_host_key: `SHA256:${'B'.repeat(43)}` }],
  ])('of a tunnel is asked for again, and that of the database too, when the tunnel changes: %j', async (moved) => {
    const id = await added({ ...postgres(), ...tunnel })
    expect(await change(id, { ...moved, password: 'typed again' })).toMatchObject({
      status: 422,
      body: { code: 'SECRET_REQUIRED', details: { field: 'ssh_password' } },
    })
    expect(await change(id, { ...moved, ssh_password: 'typed again' })).toMatchObject({
      status: 422,
      body: { code: 'SECRET_REQUIRED', details: { field: 'password' } },
    })
    expect((await change(id, { ...moved, password: 'typed again', ssh_password: 'again' })).status).toBe(200)
  })

  it('of a tunnel stays when another database behind it is named, and goes with the tunnel', async () => {
    const id = await added({ ...postgres(), ...tunnel })
    expect((await change(id, { host: 'other.internal', password: 'typed again' })).status).toBe(200)
    const away = { ssh_host: '', ssh_user: '', password: 'typed again' }
    expect((await change(id, away)).status).toBe(200)
    expect(Object.keys(await shown(id)).filter((name) => name.startsWith('ssh_'))).toEqual([])
  })

  it('that a connection can do without goes by itself when it is sent empty, with what belongs to it', async () => {
    const key = { ssh_private_key: sshKey.private, ssh_passphrase: 'open sesame' }
    const id = await added({ ...postgres(), ...tunnel, ...key })
    expect((await change(id, { ssh_private_key: '' })).status).toBe(200)
    const left = ['ssh_host', 'ssh_user', 'ssh_password']
    expect(Object.keys(await shown(id)).filter((name) => name.startsWith('ssh_'))).toEqual(left)
    expect(await change(id, { ssh_password: '' })).toMatchObject({
      status: 422,
      body: { details: { field: 'ssh_password' } },
    })
  })

  it('that is shown again as a mask, or left out, stays; another takes its place', async () => {
    const id = await added()
    for (const credentials of [{ ...postgres(), password: MASK }, {}, { sslmode: 'verify-full' }])
      expect((await change(id, credentials)).status).toBe(200)
    expect((await change(id, { password: `${CANARY}-new` })).status).toBe(200)
    expect((await shown(id)).password).toBe(MASK)
  })

  it.each([
    ['empty', ''],
    ['null', null],
    ['a mask of another length', '***'],
    ['a longer mask', '**********'],
    ['no text', { $ne: '' }],
  ])('that is %s is refused, not kept and not taken', async (_, password) => {
    expect(await change(await added(), { password })).toMatchObject({
      status: 422,
      body: { details: { field: 'password' } },
    })
  })

  it('cannot be a mask when it is new', async () => {
    expect(await add({ ...postgres(), password: MASK })).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('asterisks'), details: { field: 'password' } },
    })
  })

  it('may look like a mask where nothing is secret', async () => {
    const id = await added({ ...postgres(), dbname: MASK })
    expect((await change(id, { dbname: MASK })).status).toBe(200)
    expect((await shown(id)).dbname).toBe(MASK)
  })

  const MOVED: readonly [string, object][] = [
    ['host', { host: 'evil.example' }],
    ['host that only looks like it', { host: 'db.example.co' }],
    ['host with a dot at the end', { host: 'db.example.com.' }],
    ['port', { port: 5433 }],
    ['user', { user: 'postgres' }],
    ['database', { dbname: 'postgres' }],
    ['encryption, off', { sslmode: 'disable' }],
    ['encryption, weaker', { sslmode: 'prefer' }],
  ]

  it.each(MOVED)('is asked for again when it would go to another %s', async (_, moved) => {
    const id = await added()
    for (const credentials of [moved, { ...postgres(), ...moved, password: MASK }]) {
      const refusal = { status: 422, body: { code: 'SECRET_REQUIRED', details: { field: 'password' } } }
      expect(await change(id, credentials)).toMatchObject(refusal)
      expect(await test({ integration_id: id, credentials })).toMatchObject(refusal)
    }
    expect((await change(id, { ...moved, password: 'typed again' })).status).toBe(200)
  })

  it.each(['db.example.com,evil.example', 'db.example.com@evil.example'])(
    'is sent to no host such as %s',
    async (host) => {
      const id = await added()
      const refusal = { status: 422, body: { code: 'INVALID', details: { field: 'host' } } }
      for (const credentials of [{ host }, { ...postgres(), host, password: 'typed again' }]) {
        expect(await change(id, credentials)).toMatchObject(refusal)
        expect(await test({ integration_id: id, credentials })).toMatchObject(refusal)
      }
    },
  )

  it('goes where it went before, however the same place is written', async () => {
    const id = await added()
    expect((await change(id, { port: '5432', sslmode: 'verify-ca' })).status).toBe(200)
    expect((await change(id, { port: '05432' })).status).toBe(200)
  })

  it('of AWS is asked for again for another region', async () => {
    const { body } = await add(credentialsOf('aws'), 'aws')
    expect(await change(body.id, { region: 'cn-north-1' })).toMatchObject({
      status: 422,
      body: { code: 'SECRET_REQUIRED', details: { field: 'secret_access_key' } },
    })
  })

  it('is not lent to a test of a draft that names no integration, or one of another type', async () => {
    const id = await added()
    expect(await test({ credentials: { ...postgres(), password: MASK } })).toMatchObject({ status: 422 })
    const { status, body } = await test({ type: 'mysql', integration_id: id })
    expect([422, 501]).toContain(status)
    expect(JSON.stringify(body)).not.toContain(CANARY)
  })

  it.each(['ssl', 'socketPath', 'stream', 'flags', 'options', 'multipleStatements', 'connectionString'])(
    'takes no driver option with it (%s)',
    async (name) => {
      expect(await add({ ...postgres(), [name]: true })).toMatchObject({
        status: 422,
        body: { message: `Unknown field "${name}"` },
      })
      expect(await test({ credentials: { ...postgres(), [name]: true } })).toMatchObject({ status: 422 })
    },
  )

  it('belongs to its organization: its row copied into another opens nothing there', async () => {
    const id = await added()
    const otherBase = `/v1/organizations/${await api.organizationOf('bob')}`
    const mine = (
      await api.call('bob', 'POST', `${otherBase}/integrations`, {
        name: 'Mine',
        type: 'postgres',
        credentials: { ...postgres(), password: 'mine' },
      })
    ).body.id
    await run(
      api.storeUrl,
      'update millrace.integrations set credentials = (select credentials from millrace.integrations where id = $1) where id = $2',
      [id, mine],
    )
    const { status, body } = await api.call('bob', 'GET', `${otherBase}/integrations/${mine}/details`)
    expect(status).toBe(409)
    expect(body).toMatchObject({ code: 'LOCKED', message: expect.stringContaining('MASTER_KEY') })
  })

  it('is nowhere but in the vault after everything has been done with it', async () => {
    const { host, port, user, database } = api.postgres
    const place = { host, port, user, dbname: database, sslmode: 'disable' }
    const password = `${CANARY}-wrong`
    const { body: integration } = await add({ ...place, password })
    const draft = { name: 'Shop', type: 'postgres', integration_id: integration.id, config: {} }
    const { body: connection } = await api.call('ada', 'POST', `${base}/connections`, draft)
    const end = { id: connection.id }
    const { body: flow } = await api.call('ada', 'POST', `${base}/flows`, {
      source_connection: end,
      destination_connection: end,
    })
    const answers = [
      await test({ credentials: { ...place, password } }),
      await api.call('ada', 'POST', `${base}/connections/${connection.id}/test`),
      await api.call('ada', 'POST', `${base}/connections/${connection.id}/discover`),
      await change(integration.id, { password, unknown: password }),
      await api.call('ada', 'POST', `${base}/integrations`, `{"credentials":"${password}"`),
    ]
    const { body: started } = await api.call('ada', 'POST', `${base}/flows/${flow.id}/run`)
    const events = await readEvents(
      await api.fetch('ada', `${base}/runs/${started.run_id}/events`),
      ({ event, data }) => event === 'run' && data.finished_at !== null,
    )
    expect(events.at(-1)?.data.status).toBe('failed')
    const lists = ['integrations', 'connections', 'flows', 'audit', 'dashboard', `runs/${started.run_id}/log`]
    for (const list of lists) answers.push(await api.call('ada', 'GET', `${base}/${list}`))
    answers.push(await api.call(null, 'GET', '/v1/openapi.json'))

    const dump = await run<{ text: string }>(
      api.storeUrl,
      `select string_agg(query_to_xml(format('select * from %I.%I', table_schema, table_name), true, true, '')::text, '') as text
       from information_schema.tables where table_schema like 'millrace%' and table_type = 'BASE TABLE'`,
    )
    expect(dump[0]?.text.length).toBeGreaterThan(1_000)
    const places = {
      answers: JSON.stringify(answers.map(({ body }) => body)),
      events: JSON.stringify(events),
      log: api.logged.join('\n'),
      store: dump[0]?.text ?? '',
    }
    for (const [name, text] of Object.entries(places)) expect(text, name).not.toContain(CANARY)
  })

  it('hung onto an error by a driver stays out of the log', () => {
    const lines: string[] = []
    const log = makeStreamLog({ write: (line: string) => lines.push(line) }, 'debug')
    const password = `${CANARY}-driver`
    const error = Object.assign(new Error('refused'), { parameters: [password], config: { password }, code: '28P01' })
    for (const level of ['debug', 'info', 'warn', 'error'] as const)
      log[level]('failed', { error, connection: { password }, list: [password], code: 7 })
    expect(lines).toHaveLength(4)
    for (const line of lines) expect(line).not.toContain(CANARY)
  })

  it('or anything else typed cannot begin a second line of the log', () => {
    const lines: string[] = []
    const log = makeStreamLog({ write: (line: string) => lines.push(line) }, 'debug')
    log.warn('refused', { name: 'x\r\n{"level":"error"}\u001b[31m', error: new Error('a\nb\u001b[0m') })
    const terminal = makeStreamLog({ isTTY: true, write: (line: string) => lines.push(line) }, 'debug')
    terminal.warn('refused', { name: 'x\r\n{"level":"error"}\u001b[31m' })
    for (const line of lines) expect(line.trimEnd()).not.toMatch(/\p{Cc}/u)
  })
})
