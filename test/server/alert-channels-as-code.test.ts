import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { join } from '../security/inhabited-organization.ts'
import { addPostgresConnection } from '../support/add-postgres-connection.ts'
import { type Api, startApi } from '../support/start-api.ts'

interface File {
  readonly name: string
  readonly text: string
}

let api: Api
let base: string
let organization: string
/** By the names of their kinds. */
let ids: Readonly<Record<string, string>>
let flowId: string

const SLACK = 'https://hooks.slack.com/services/T0/B0/abc'
const HOOK = 'https://hooks.example.com/millrace?token=abc'
const CHANNELS = [
  { kind: 'email', recipients: ['ops@example.com', 'eve@example.com'], events: ['failed', 'recovered'] },
  { kind: 'slack', name: 'Data team', url: SLACK, events: ['failed'] },
  { kind: 'teams', url: 'https://acme.webhook.office.com/x', events: ['late'] },
  {
    kind: 'pagerduty',
    name: 'On call',
    url: 'https://events.eu.pagerduty.com/v2/enqueue',
    routing_key: 'R0',
    events: ['failed'],
  },
  { kind: 'webhook', url: HOOK, events: ['rejected', 'run.skipped'], rejects_above: 2.5 },
  { kind: 'openlineage', url: 'https://marquez.example.com', routing_key: 'key', events: ['lineage'] },
]

beforeAll(async () => {
  api = await startApi({ takesRuns: false })
})
afterAll(() => api.stop())

/** An organization with two flows and a channel of each kind; that for e-mail watches one flow. */
beforeEach(async () => {
  organization = await api.organizationOf('ada')
  base = `/v1/organizations/${organization}`
  const source_connection = { id: await addPostgresConnection(api, 'ada', base, 'shop') }
  const ends = { source_connection, destination_connection: source_connection }
  const flows = []
  for (const name of ['Orders', 'People'])
    flows.push((await api.call('ada', 'POST', `${base}/flows`, { name, ...ends })).body.id)
  flowId = flows[0]
  const made: [string, string][] = []
  for (const channel of CHANNELS) {
    const flow_ids = channel.kind === 'email' ? [flowId] : null
    const { status, body } = await api.call('ada', 'POST', `${base}/alert-channels`, { ...channel, flow_ids })
    expect(status).toBe(201)
    made.push([channel.kind, body.id])
  }
  ids = Object.fromEntries(made)
})

const pull = async (as = 'ada') =>
  (await api.call(as, 'GET', `${base}/code`)).body as { files: File[]; kinds: string[] }
const channelFiles = (files: readonly File[]) => files.filter(({ name }) => name.startsWith('alert-channels/'))
const planned = async (files: readonly File[], more: object = {}, as = 'ada') =>
  (await api.call(as, 'POST', `${base}/code/plan`, { files, ...more })).body
const apply = (files: readonly File[], more: object = {}, as = 'ada') =>
  api.call(as, 'POST', `${base}/code/apply`, { files, ...more })
const edited = (files: readonly File[], name: string, edit: (text: string) => string) =>
  files.map((file) => (file.name === `alert-channels/${name}.yaml` ? { ...file, text: edit(file.text) } : file))
const channels = async () => (await api.call('ada', 'GET', `${base}/alert-channels`)).body.channels
const channel = async (kind: string) => (await channels()).find(({ id }: { id: string }) => id === ids[kind])
const told = ({ changes }: { changes: { action: string; kind: string; name: string }[] }) =>
  changes.map(({ action, kind, name }) => `${action} ${kind} ${name}`)

it('are one file each, with addresses and keys that are secret as references, and flows by their names', async () => {
  const { files, kinds } = await pull()
  expect(kinds).toContain('alert-channel')
  const own = channelFiles(files)
  expect(own.map(({ name, text }) => [name, text.replace(/^id: .*\n/m, '')])).toEqual([
    [
      'alert-channels/ops-example-com-eve-example-com.yaml',
      `millrace: 2
kind: alert-channel
name: ops@example.com, eve@example.com
type: email
recipients:
  - ops@example.com
  - eve@example.com
events:
  - failed
  - recovered
flows:
  - Orders
`,
    ],
    [
      'alert-channels/data-team.yaml',
      `millrace: 2
kind: alert-channel
name: Data team
type: slack
credentials:
  url: env:MILLRACE_DATA_TEAM_URL
events:
  - failed
`,
    ],
    ['alert-channels/acme-webhook-office-com.yaml', expect.stringContaining('url: env:MILLRACE_')],
    [
      'alert-channels/on-call.yaml',
      expect.stringContaining(
        'url: https://events.eu.pagerduty.com/v2/enqueue\n  routing_key: env:MILLRACE_ON_CALL_ROUTING_KEY\n',
      ),
    ],
    [
      'alert-channels/hooks-example-com.yaml',
      expect.stringMatching(/url: env:.*\n {2}signing_secret: env:.*\n[\s\S]*rejects_above: 2.5\n$/),
    ],
    [
      'alert-channels/marquez-example-com.yaml',
      expect.stringContaining('url: https://marquez.example.com/api/v1/lineage\n'),
    ],
  ])
  expect(JSON.stringify(own)).not.toMatch(/whsec_|services\/T0|token=abc/)
  expect(await planned(files)).toMatchObject({ changes: [], unchanged: files.length, faults: [] })
})

it('change, are renamed, created and restored by their files; and a second apply changes nothing', async () => {
  let { files } = await pull()
  const before = await channels()
  files = edited(files, 'ops-example-com-eve-example-com', (text) =>
    text.replace(/^name: .*$/m, 'name: Operations').replace('- Orders', '- People'),
  )
  files = edited(files, 'data-team', (text) => text.replace('name: Data team', 'name: Data people'))
  files.push({
    name: 'alert-channels/new.yaml',
    text: 'millrace: 2\nkind: alert-channel\nname: New\ntype: webhook\ncredentials: { url: env:NEW, signing_secret: env:SIGNS }\nevents: [succeeded]\nflows: [Orders]\n',
  })
  expect((await planned(files)).faults).toMatchObject([
    { file: 'alert-channels/new.yaml', field: 'credentials.url', secret: 'env:NEW' },
    { file: 'alert-channels/new.yaml', field: 'credentials.signing_secret', secret: 'env:SIGNS' },
  ])
  const secrets = {
    'env:NEW': 'https://new.example.com/in',
    'env:SIGNS': `whsec_${randomBytes(32).toString('base64')}`,
  }
  const plan = await planned(files, { secrets })
  expect(plan.changes).toMatchObject([
    { action: 'changed', name: 'Operations', previous_name: 'ops@example.com, eve@example.com' },
    { action: 'renamed', name: 'Data people', previous_name: 'Data team' },
    { action: 'created', name: 'New', file: 'alert-channels/new.yaml' },
  ])
  expect(await channels()).toEqual(before)
  expect((await apply(files, { secrets, state: plan.state })).status).toBe(200)
  const [orders, people] = [flowId, (await api.call('ada', 'GET', `${base}/flows`)).body[1].id]
  expect(await channel('email')).toMatchObject({ name: 'Operations', flow_ids: [people] })
  expect((await channels()).at(-1)).toMatchObject({
    name: 'New',
    url: 'https://new.example.com/in',
    flow_ids: [orders],
  })
  expect(told((await apply(files, { secrets })).body)).toEqual([])
  expect(told((await apply((await pull()).files)).body)).toEqual([])

  for (const { id } of await channels()) await api.call('ada', 'DELETE', `${base}/alert-channels/${id}`)
  expect(told((await apply((await pull()).files)).body)).toEqual([])
  const [email] = (await apply(files, { secrets })).body.changes
  expect(email).toMatchObject({ action: 'restored', kind: 'alert-channel', name: 'Operations' })
})

it('get another address or key when the values of the references are others, and keep the stored ones without values', async () => {
  const { files } = await pull()
  const places = {
    'env:MILLRACE_DATA_TEAM_URL': SLACK,
    'env:MILLRACE_HOOKS_EXAMPLE_COM_URL': HOOK,
    'env:MILLRACE_ON_CALL_ROUTING_KEY': 'R0',
    'env:MILLRACE_MARQUEZ_EXAMPLE_COM_ROUTING_KEY': 'key',
  }
  expect(told(await planned(files, { secrets: places }))).toEqual([])
  const others = {
    ...places,
    'env:MILLRACE_DATA_TEAM_URL': `${SLACK}d`,
    'env:MILLRACE_ON_CALL_ROUTING_KEY': 'R1',
    'env:MILLRACE_HOOKS_EXAMPLE_COM_SIGNING_SECRET': `whsec_${randomBytes(32).toString('base64')}`,
  }
  const { body } = await apply(files, { secrets: others })
  expect(body.changes).toMatchObject([
    { name: 'Data team', changes: [{ path: ['url'], kind: 'changed' }] },
    { name: 'On call', changes: [{ path: ['routing_key'], kind: 'changed' }] },
    { name: 'hooks.example.com' },
  ])
  expect(JSON.stringify(body)).not.toMatch(/services\/T0|whsec_|R1/)
  expect(await channel('slack')).toMatchObject({ url: `${SLACK}d` })
  expect(told((await apply(files, { secrets: others })).body)).toEqual([])

  const withoutKey = edited(files, 'marquez-example-com', (text) => text.replace(/ *routing_key: .*\n/, ''))
  expect((await apply(withoutKey)).body.changes).toMatchObject([
    { name: 'marquez.example.com', changes: [{ path: ['routing_key'], kind: 'removed' }] },
  ])
  expect(told((await apply(withoutKey)).body)).toEqual([])
})

it('are named with file, line and field when something is wrong', async () => {
  const { files } = await pull()
  const wrong: readonly (readonly [string, (text: string) => string, object])[] = [
    ['data-team', (text) => text.replace('env:MILLRACE_DATA_TEAM_URL', SLACK), { field: 'credentials.url', line: 7 }],
    ['data-team', (text) => text.replace('- failed', '- broken'), { field: 'events.0' }],
    ['data-team', (text) => text.replace('type: slack', 'type: teams'), { field: 'type', line: 5 }],
    ['data-team', (text) => text.replace('credentials:', 'credentials:\n  token: x'), { field: 'credentials.token' }],
    ['data-team', (text) => text.replace('millrace: 2', 'millrace: 1'), { field: 'millrace', line: 1 }],
    ['data-team', (text) => `${text}flows: [Nothing]\n`, { field: 'flows.0' }],
    ['ops-example-com-eve-example-com', (text) => text.replace(/recipients:\n(.*\n){2}/, ''), { field: 'recipients' }],
    ['marquez-example-com', (text) => text.replace('https:', 'http:'), { field: 'credentials.url' }],
    ['marquez-example-com', (text) => text.replace('lineage\n', 'lineage\n  - failed\n'), {}],
  ]
  for (const [name, edit, fault] of wrong)
    expect((await planned(edited(files, name, edit))).faults).toMatchObject([
      { file: `alert-channels/${name}.yaml`, ...fault },
    ])
  const secrets = { 'env:MILLRACE_HOOKS_EXAMPLE_COM_SIGNING_SECRET': 'whsec_short' }
  expect((await planned(files, { secrets })).faults).toMatchObject([{ field: 'credentials.signing_secret' }])
})

it('are removed only when files have channels, so that an older export removes none', async () => {
  const { files } = await pull()
  const older = files.filter(({ name }) => !name.startsWith('alert-channels/'))
  expect(JSON.stringify(older)).not.toContain('millrace: 2')
  expect(told(await planned(older, { prune: true }))).toEqual([])
  const [first, ...others] = channelFiles(files)
  expect(told(await planned([...older, ...(first ? [first] : [])], { prune: true }))).toHaveLength(others.length)
  const left = files.filter(({ name }) => name !== 'alert-channels/data-team.yaml')
  expect(told((await apply(left, { prune: true })).body)).toEqual(['removed alert-channel Data team'])
  // A flow that a channel watches is not removed beside it.
  const { faults } = await planned(
    left.filter(({ name }) => name !== 'flows/orders.yaml'),
    { prune: true },
  )
  expect(faults).toMatchObject([{ file: expect.stringContaining('ops-example'), field: 'flows.0' }])
})

it('that watch only flows in the trash still watch none', async () => {
  await api.call('ada', 'DELETE', `${base}/flows/${flowId}`)
  const { files } = await pull()
  expect(channelFiles(files)[0]?.text).toContain('flows: []\n')
  expect(told((await apply(files)).body)).toEqual([])
})

it('are changed only by the file that owns them, until somebody takes them over', async () => {
  const files = edited((await pull()).files, 'hooks-example-com', (text) => `${text}owned_by_code: true\n`)
  expect((await apply(files)).body.changes).toMatchObject([
    { action: 'changed', changes: [{ path: ['owned_by'], to: 'alert-channels/hooks-example-com.yaml' }] },
  ])
  expect((await pull()).files).toEqual(files)
  const path = `${base}/alert-channels/${ids['webhook']}`
  expect(await channel('webhook')).toMatchObject({ code_file: 'alert-channels/hooks-example-com.yaml' })
  const change = { kind: 'webhook', url: HOOK, events: ['failed'] }
  const refused = {
    status: 409,
    body: { code: 'OWNED_BY_CODE', message: expect.stringContaining('hooks-example-com.yaml') },
  }
  expect(await api.call('ada', 'PUT', path, change)).toMatchObject(refused)
  expect(await api.call('ada', 'POST', `${path}/secret`)).toMatchObject(refused)
  const taken = await api.call('ada', 'POST', `${path}/take-over`)
  expect(taken.status).toBe(200)
  expect(taken.body).not.toHaveProperty('code_file')
  expect((await api.call('ada', 'PUT', path, change)).body).toMatchObject({
    name: 'hooks.example.com',
    events: ['failed'],
  })
  expect((await api.call('ada', 'PUT', path, { ...change, name: '' })).body).not.toHaveProperty('name')
})

it('are seen and changed by admins; an editor plans the same files, and exports the others', async () => {
  await join(api, organization, 'editor', ['editor'])
  const { files } = await pull()
  const theirs = await pull('editor')
  expect(theirs.kinds).toEqual(['integration', 'connection', 'flow'])
  expect(channelFiles(theirs.files)).toEqual([])
  expect(await planned(files, {}, 'editor')).toMatchObject({ changes: [], faults: [] })
  const renamed = edited(files, 'data-team', (text) => text.replace('name: Data team', 'name: Mine'))
  expect((await planned(renamed, {}, 'editor')).faults).toMatchObject([{ message: expect.stringContaining('admin') }])
  expect(
    (
      await planned(
        files.filter(({ name }) => !name.includes('data-team')),
        { prune: true },
        'editor',
      )
    ).code,
  ).toBe('FORBIDDEN')
})
