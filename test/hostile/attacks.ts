import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import ssh2 from 'ssh2'

import type { Neighbourhood } from './neighbourhood.ts'

export interface Attack {
  readonly name: string
  readonly attack: (
    around: Pick<Neighbourhood, 'hostile' | 'honest' | 'ports'>,
    signal: AbortSignal,
  ) => Promise<unknown>
  /** Absent: in `npm run test:full`. `test`: in each `npm test`, too; `all`: with `HOSTILE=all` alone, because it does not hold yet. */
  readonly triedIn?: 'test' | 'all'
}

type Around = Parameters<Attack['attack']>[0]

const times = <T>(count: number, make: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)))

/** Discoveries and tests of one server at once. */
const visits =
  (type: 'postgres' | 'mysql', server: string, count = 12): Attack['attack'] =>
  async ({ hostile, ports }, signal) => {
    const credentials = { host: '127.0.0.1', port: ports[server], user: 'etl', password: 'p', sslmode: 'disable' }
    const database = type === 'postgres' ? { dbname: 'dw' } : { database: 'dw' }
    const path = await hostile.addConnection(type, { ...credentials, ...database })
    const calls = times(count, (index) =>
      hostile.call('POST', `${path}/${index % 2 === 0 ? 'discover' : 'test'}`, {}, signal),
    )
    return Promise.race([calls, sleep(6_000, undefined, { signal })])
  }

const sql = (query: string) => ({ id: 's', type: 'sql', settings: { query } })
const ENDLESS = sql(
  'with recursive r(x) as (select 0 union all select x + 1 from r) select count(*) as n from r, input',
)
const SPILLS = sql(
  "select a.id, count(*) as n, string_agg(md5(x::varchar), '' order by x) as t from input a, range(0, 40000000) r(x) group by all",
)

/** A run in each of so many organizations; they are stopped afterwards. */
const runs =
  (organizations: number, step: object): Attack['attack'] =>
  async ({ hostile, honest }, signal) => {
    const started: string[] = []
    await times(organizations, async () => {
      const base = await hostile.addOrganization()
      const flow = await hostile.addFlow(honest, [step], base)
      const { body } = await hostile.call('POST', `${base}/flows/${flow}/run`)
      const { run_id: run } = (body ?? {}) as { run_id?: string }
      if (run !== undefined) started.push(`${base}/runs/${run}`)
    })
    await sleep(6_000, undefined, { signal }).catch(() => {})
    await Promise.all(started.map((run) => hostile.call('POST', `${run}/cancel`)))
  }

/** The same calls, so many at a time, until they have all been answered. */
const calls =
  (count: number, make: (around: Around, index: number) => { path: string; body: object | string }): Attack['attack'] =>
  (around, signal) =>
    times(count, (index) => {
      const { path, body } = make(around, index)
      return around.hostile.call('POST', `${around.hostile.base}${path}`, body, signal)
    })

const yaml = (text: string) =>
  calls(12, () => ({ path: '/code/plan', body: { files: [{ path: 'flows/a.yaml', text }] } }))

const preview =
  (transformations: readonly object[], count = 6, more = {}): Attack['attack'] =>
  async ({ hostile, honest: { host, port, user, password } }, signal) => {
    const source = await hostile.addConnection('postgres', { host, port, user, password, dbname: 'shop' })
    const body = { source: { id: source.split('/').at(-1) }, stream: 'public.orders', transformations, ...more }
    return times(count, () => hostile.call('POST', `${hostile.base}/flows/preview`, body, signal))
  }

const savesIntegrations = (count: number, credentials: object) =>
  calls(count, (_, index) => ({
    path: '/integrations',
    body: { name: `I ${index}`, type: 'postgres', credentials: { ...DATABASE, ...credentials } },
  }))

const DATABASE = { host: 'db.example', user: 'etl', password: 'p', dbname: 'dw' }
const TUNNEL = { ssh_host: 'bastion.example', ssh_user: 'etl', ssh_host_key: `SHA256:${'A'.repeat(43)}` }
const slowKey = () => {
  const locked = { passphrase: 'open sesame', cipher: 'aes256-ctr', rounds: 100 }
  return ssh2.utils.generateKeyPairSync('ed25519', locked).private
}

/** Connections that begin a request and never end it. */
const slowCallers = async ({ hostile }: Around, signal: AbortSignal) => {
  const { hostname, port } = new URL(hostile.url)
  const sockets = Array.from({ length: 400 }, () =>
    connect(Number(port), hostname)
      .on('error', () => {})
      .on('connect', function (this: ReturnType<typeof connect>) {
        this.write('POST /v1/organizations HTTP/1.1\r\nhost: a\r\nx-slow: ')
      }),
  )
  const drip = setInterval(() => {
    for (const socket of sockets) if (!socket.destroyed) socket.write('a')
  }, 500)
  await sleep(5_000, undefined, { signal }).catch(() => {})
  clearInterval(drip)
  for (const socket of sockets) socket.destroy()
}

/** Streams of events whose reader never reads. */
const deafReaders = async ({ hostile }: Around, signal: AbortSignal) => {
  const { headers, url, base } = hostile
  const over = AbortSignal.any([signal, AbortSignal.timeout(5_000)])
  await times(60, () => fetch(`${url}${base}/events`, { headers, signal: over }).catch(() => undefined))
  await times(40, (index) => hostile.call('POST', `${base}/flows`, { name: `F ${index}` }))
}

const forgers = ({ hostile }: Around, signal: AbortSignal) =>
  times(600, (index) =>
    fetch(`${hostile.url}${hostile.base}/flows`, {
      headers: { authorization: `Bearer ${'e'.repeat(4_000)}.${index}.x` },
      signal,
    }).catch(() => undefined),
  )

const fromManyOrganizations = async ({ hostile, ports }: Around, signal: AbortSignal) => {
  const credentials = { host: '127.0.0.1', port: ports['silence'], user: 'etl', password: 'p', dbname: 'dw' }
  await times(40, async () => {
    const base = await hostile.addOrganization()
    const path = await hostile.addConnection('postgres', credentials, base)
    return hostile.call('POST', `${path}/test`, {}, AbortSignal.any([signal, AbortSignal.timeout(3_000)]))
  })
}

/** Updates that each wait for the one before, and read in a second session whether somebody was first. */
const updatesAsSeen = async ({ hostile: { url, base, headers } }: Around, signal: AbortSignal) => {
  const path = `${url}${base}/budgets`
  const seen = (await fetch(path, { headers, signal })).headers.get('etag') ?? ''
  const asSeen = { ...headers, 'if-match': seen }
  return times(40, (dollars) =>
    fetch(path, { method: 'PUT', headers: asSeen, body: JSON.stringify({ dollars: dollars + 1 }), signal }),
  )
}

/** The description of the API, which needs no account. */
const descriptions = ({ hostile: { url } }: Around, signal: AbortSignal) =>
  times(40, async () => (await fetch(`${url}/v1/openapi.json`, { signal })).text())

/** @returns a person who does it all at the same time */
const together =
  (...attacks: readonly Attack['attack'][]): Attack['attack'] =>
  (around, signal) =>
    Promise.all(attacks.map((attack) => attack(around, signal).catch(() => {})))

const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
const MALICIOUS_CRON = `${'1-59/1,'.repeat(30_000)}* * * *`

/** What accounts that mean harm have tried, and more of the same kinds. */
export const ATTACKS: readonly Attack[] = [
  {
    name: 'a Postgres that answers with rows without end',
    attack: visits('postgres', 'postgresRows'),
  },
  { name: 'a MySQL that answers with rows of NULLs without end', attack: visits('mysql', 'mysqlRows') },
  { name: 'a Postgres that sends notices without end', attack: visits('postgres', 'postgresNotices') },
  { name: 'a Postgres that changes settings without end', attack: visits('postgres', 'postgresSettings') },
  { name: 'a Postgres with results of 3,000 columns without end', attack: visits('postgres', 'postgresResults') },
  { name: 'a Postgres with a row that never ends', attack: visits('postgres', 'postgresEndlessRow') },
  { name: 'a Postgres that is ready 10,000 times', attack: visits('postgres', 'postgresReady') },
  {
    name: 'a Postgres that asks for proofs without end',
    triedIn: 'test',
    attack: visits('postgres', 'postgresProofs'),
  },
  { name: 'a MySQL that describes 16 million columns', attack: visits('mysql', 'mysqlColumns') },
  { name: 'a MySQL with results without end', attack: visits('mysql', 'mysqlResults') },
  { name: 'a MySQL that goes on after the end', attack: visits('mysql', 'mysqlAfterTheEnd') },
  { name: 'a MySQL with a payload of 256 MB', attack: visits('mysql', 'mysqlPayload') },
  { name: 'a MySQL that asks for proofs without end', attack: visits('mysql', 'mysqlProofs') },
  { name: 'a database that never answers', attack: visits('postgres', 'silence', 30) },
  { name: 'a database that sends a byte a second', attack: visits('mysql', 'drip', 30) },
  { name: 'tests in forty organizations of one account', attack: fromManyOrganizations },
  { name: 'endless steps in eight organizations of one account', attack: runs(8, ENDLESS) },
  { name: 'endless steps in 60 organizations of one account', attack: runs(60, ENDLESS) },
  { name: 'steps that fill the disk', attack: runs(3, SPILLS) },
  { name: 'YAML of 400,000 quotes', triedIn: 'test', attack: yaml('"'.repeat(400_000)) },
  { name: 'YAML of 100,000 lists in lists', attack: yaml('['.repeat(100_000)) },
  { name: 'YAML of anchors that name each other', attack: yaml(anchors(26)) },
  { name: 'previews of a gigabyte of text', attack: preview([sql(`select repeat('x', 1000000000) as r from input`)]) },
  {
    name: 'previews of a thousand steps',
    attack: preview(Array.from({ length: 1_000 }, (_, n) => ({ ...sql('select * from input'), id: `s${n}` }))),
  },
  {
    name: 'conditions of 2,000 brackets',
    attack: preview([], 12, { where: `${'('.repeat(2_000)}true${')'.repeat(2_000)}` }),
  },
  {
    name: 'SSH keys whose passphrase is hashed a hundred times',
    triedIn: 'test',
    attack: savesIntegrations(12, { ...TUNNEL, ssh_private_key: slowKey(), ssh_passphrase: 'open sesame' }),
  },
  {
    name: 'SSH keys of 200,000 headers',
    attack: savesIntegrations(12, {
      ...TUNNEL,
      ssh_private_key: `-----BEGIN RSA PRIVATE KEY-----\n${'a:b\n'.repeat(200_000)}-----END RSA PRIVATE KEY-----`,
    }),
  },
  {
    name: 'cron expressions of 200,000 characters',
    attack: calls(30, (_, n) => ({
      path: '/flows',
      body: { name: `F ${n}`, schedule: { cron: MALICIOUS_CRON, timezone: 'UTC', enabled: true } },
    })),
  },
  {
    name: 'bodies of a megabyte that are nested 150,000 times',
    attack: calls(40, () => ({ path: '/flows', body: nested(150_000) })),
  },
  { name: 'requests that never end', attack: slowCallers },
  { name: 'readers of events who do not read', attack: deafReaders },
  { name: 'forged tokens', attack: forgers },
  { name: 'updates at once of what each has seen', attack: updatesAsSeen },
  { name: 'descriptions of the API', attack: descriptions },
  {
    name: 'everything at once',
    attack: together(visits('postgres', 'postgresRows'), yaml('"'.repeat(400_000)), runs(8, ENDLESS)),
  },
]

function anchors(levels: number): string {
  const lines = ['a0: &a0 [x, x]']
  for (let level = 1; level < levels; level++)
    lines.push(
      `a${level}: &a${level} [${Array(9)
        .fill(`*a${level - 1}`)
        .join(', ')}]`,
    )
  return lines.join('\n')
}
