import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type IncomingHttpHeaders, type IncomingMessage, get as plainGet } from 'node:http'
import { request as secureRequest } from 'node:https'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { signIn, start } from '../start/installation.ts'
import { cleanUp, type Launched, ROOT, temporaryFolder } from '../start/launch.ts'

// Runs the real Caddy with deploy/Caddyfile in front of a real Millrace, and looks at what it changes.
// By hand, with caddy on the PATH or as CADDY: node test/ship/caddy.ts
const CADDY = process.env['CADDY'] ?? 'caddy'
const PORTS = { http: 18_080, https: 18_443, millrace: 14_500 }
const SITE = `https://localhost:${PORTS.https}`
const DIRECT = `http://127.0.0.1:${PORTS.millrace}`

const folder = await temporaryFolder('caddy')
let failures = 0

function check(what: string, holds: boolean, found: unknown = ''): void {
  if (!holds) failures += 1
  process.stdout.write(
    `${holds ? 'ok    ' : 'FAILED'} ${what} ${typeof found === 'string' ? found : JSON.stringify(found)}\n`,
  )
}

const startMillrace = () =>
  start(join(folder, 'data'), { PORT: String(PORTS.millrace), PUBLIC_URL: SITE, TRUSTED_PROXIES: '127.0.0.1/32' })

async function startCaddy(): Promise<ChildProcess> {
  const file = join(folder, 'Caddyfile')
  mkdirSync(join(folder, 'caddy'))
  const options = [
    'admin off',
    'skip_install_trust',
    `http_port ${PORTS.http}`,
    `https_port ${PORTS.https}`,
    `storage file_system ${join(folder, 'caddy')}`,
  ]
  writeFileSync(file, `{\n${options.join('\n')}\n}\nimport ${join(ROOT, 'deploy/Caddyfile')}\n`)
  const env = { ...process.env, SITE, API: `127.0.0.1:${PORTS.millrace}` }
  const words = ['--config', file, '--adapter', 'caddyfile']
  execFileSync(CADDY, ['validate', ...words], { env, stdio: 'ignore' })
  return spawn(CADDY, ['run', ...words], { env, stdio: ['ignore', 'ignore', 'ignore'] })
}

interface Asked {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** A call through Caddy, from an address that is not the one of Caddy. */
async function open(path: string, { method = 'GET', headers = {}, body }: Asked = {}): Promise<IncomingMessage> {
  const ca = readFileSync(join(folder, 'caddy/pki/authorities/local/root.crt'))
  const sent = secureRequest(SITE + path, { method, headers, ca, localAddress: '127.0.0.5', family: 4, agent: false })
  const [answer] = (await Promise.all([once(sent, 'response'), sent.end(body)]))[0] as [IncomingMessage]
  return answer
}

interface Answered {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

async function call(path: string, asked: Asked = {}): Promise<Answered> {
  const answer = await open(path, asked)
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(await answer.toArray()) }
}

/** Headers of the way and of compression. */
const OF_THE_WAY = ['connection', 'content-length', 'date', 'etag', 'keep-alive', 'vary']

async function expectPages(): Promise<void> {
  const headers = { accept: 'text/html', 'accept-encoding': 'gzip, br' }
  const page = await call('/', { headers })
  check('the page', page.status === 200, `${page.headers['content-encoding']} ${page.body.length} bytes`)
  const direct = await fetch(DIRECT, { headers })
  const kept = [...direct.headers].filter(([name]) => !OF_THE_WAY.includes(name))
  const changed = kept.filter(([name, value]) => page.headers[name] !== value)
  check(
    'its headers are those of the server, with CSP and HSTS',
    changed.length === 0 && page.headers['strict-transport-security'] !== undefined,
    changed,
  )
  check('the page, as curl asks for it', (await call('/', { headers: { accept: '*/*' } })).status === 200)
  const again = await call('/', { headers: { ...headers, 'if-none-match': String(page.headers.etag) } })
  check('the page again', again.status === 304, String(again.status))
  for (const path of ['/metrics', '/readyz', '/healthz']) check(`${path} is hidden`, (await call(path)).status === 404)
  const [moved] = (await once(
    plainGet({ port: PORTS.http, host: '127.0.0.1', headers: { host: 'localhost' } }),
    'response',
  )) as [IncomingMessage]
  check('http leads to https', moved.statusCode === 308, moved.headers.location)
  moved.resume()
}

type Headers = Readonly<Record<string, string>>

/** Somebody else's change must be noticed, and nobody's must not be. */
async function expectSaves(signedIn: Headers, base: string, flowId: string): Promise<void> {
  for (const encodings of ['gzip, br', 'gzip', 'zstd', 'identity']) {
    const headers = { ...signedIn, 'accept-encoding': encodings }
    const change = (method: 'PATCH' | 'PUT', path: string, tag: string, body: object) =>
      call(path, { method, headers: { ...headers, 'if-match': tag }, body: JSON.stringify(body) })
    const flow = await call(`${base}/flows/${flowId}`, { headers: { ...signedIn, 'accept-encoding': 'identity' } })
    const { version } = JSON.parse(flow.body.toString()) as { version: number }
    const saves = [version, version].map((seen) =>
      change('PATCH', `${base}/flows/${flowId}`, `"${seen}"`, { name: `Saved ${encodings}` }),
    )
    const statuses = (await Promise.all(saves)).map(({ status }) => status).sort()
    check(`one of two saves of a flow, with ${encodings}`, statuses.join() === '200,409', statuses)

    const rename = (name: string) =>
      change('PUT', `/v1/organizations/${base.split('/').at(-1)}`, organizations, { name })
    const list = await call('/v1/organizations', { headers })
    const organizations = String(list.headers.etag)
    const first = await rename(`Shop ${encodings}`)
    check(
      `a change with the tag of a list, with ${encodings}`,
      first.status === 200,
      `${list.headers['content-encoding']} ${organizations} ${first.status}`,
    )
    const second = await rename('Lost')
    check(`the same tag again, with ${encodings}`, second.status === 409, String(second.status))
  }
}

/** Events arrive when they happen, whether the reader accepts compression or not. */
async function expectStreams(signedIn: Headers, base: string, change: () => Promise<unknown>): Promise<void> {
  for (const accept of ['text/event-stream', '*/*', 'application/json, text/event-stream']) {
    const begun = performance.now()
    const stream = await open(`${base}/events`, {
      headers: { ...signedIn, accept, 'accept-encoding': 'gzip, zstd, br' },
    })
    const seconds = () => ((performance.now() - begun) / 1_000).toFixed(2)
    let text = ''
    stream.on('data', (part: Buffer) => {
      text += part.toString('latin1')
    })
    await delay(500)
    check(`a stream begins at once (${accept})`, text.includes('retry: 1000'), stream.headers['content-encoding'] ?? '')
    const before = text.length
    await change()
    for (let tries = 0; text.length === before && tries < 60; tries += 1) await delay(50)
    check(`a change is told at once (${accept})`, text.slice(before).includes('event: '), `${seconds()} s`)
    stream.destroy()
  }
}

async function expectLarge(signedIn: Headers, base: string): Promise<void> {
  const json = { ...signedIn, 'accept-encoding': 'gzip' }
  const upload = async (megabytes: number) => {
    const files = [{ name: 'large.yaml', text: `# ${'x'.repeat(megabytes * 1024 * 1024)}` }]
    const begun = performance.now()
    const { status, body } = await call(`${base}/code/plan`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ files }),
    })
    return { status, seconds: (performance.now() - begun) / 1_000, text: body.toString('latin1').slice(0, 80) }
  }
  const [fits, tooLarge] = [await upload(15), await upload(17)]
  check('15 MB of files arrive', ![413, 502, 503, 504].includes(fits.status), fits)
  check('17 MB of files are refused by the server', tooLarge.status === 413, tooLarge)
  const script =
    /src="(\/assets\/[^"]+\.js)"/.exec(await (await fetch(DIRECT, { headers: { accept: 'text/html' } })).text())?.[1] ??
    ''
  for (const encoding of ['br', 'gzip', 'zstd', 'identity']) {
    const asset = await call(script, { headers: { 'accept-encoding': encoding } })
    const found = asset.headers['content-encoding'] ?? 'identity'
    check(
      `a script with ${encoding}`,
      asset.status === 200 && asset.body.length > 0,
      `${found} ${asset.body.length} bytes`,
    )
  }
  const list = await call(`${base}/audit`, { headers: { ...signedIn, 'accept-encoding': 'gzip' } })
  check(
    'answers of the API are compressed',
    list.headers['content-encoding'] === 'gzip',
    list.headers['content-encoding'],
  )
}

/** The server counts callers by their own address, which nobody can forge. */
async function expectCaller(millrace: Launched): Promise<void> {
  const headers = { authorization: 'Bearer nonsense', 'x-forwarded-for': '203.0.113.9' }
  await call('/v1/organizations', { headers })
  await delay(200)
  const line =
    millrace
      .stderr()
      .split('\n')
      .findLast((text) => text.includes('token refused')) ?? ''
  check('the caller is known by the own address', line.includes('127.0.0.5'), /"address":"[^"]*"/.exec(line)?.[0])
}

/** Calls wait while the API is replaced. */
async function expectReplacement(millrace: Launched): Promise<Launched> {
  millrace.child.kill('SIGTERM')
  await millrace.exited
  const begun = performance.now()
  const waiting = call('/config.json')
  const next = startMillrace()
  const { status } = await waiting
  check(
    'a call waits for the next API',
    status === 200,
    `${status} after ${((performance.now() - begun) / 1_000).toFixed(1)} s`,
  )
  await next.url
  return next
}

process.stdout.write(`Caddy ${execFileSync(CADDY, ['version'], { encoding: 'utf8' })}`)
let millrace = startMillrace()
await millrace.url
const caddy = await startCaddy()
try {
  for (
    let tries = 0;
    tries < 100 &&
    !(await call('/config.json').then(
      ({ status }) => status === 200,
      () => false,
    ));
    tries += 1
  )
    await delay(100)
  const signedIn = await signIn(DIRECT, 'signUp')
  const post = async (path: string, body: object) =>
    JSON.parse((await call(path, { method: 'POST', headers: signedIn, body: JSON.stringify(body) })).body.toString())
  const { id } = await post('/v1/organizations', { name: 'Shop' })
  // So many that the list is worth to be compressed.
  for (let n = 0; n < 10; n += 1) await post('/v1/organizations', { name: `Another shop ${n}` })
  const base = `/v1/organizations/${id}`
  const { flow } = await post(`${base}/sample-data`, {})
  await expectPages()
  await expectSaves(signedIn, base, flow.id)
  await expectStreams(signedIn, base, () => post(`${base}/flows/${flow.id}/run`, {}))
  await expectLarge(signedIn, base)
  await expectCaller(millrace)
  millrace = await expectReplacement(millrace)
} finally {
  caddy.kill('SIGTERM')
  millrace.child.kill('SIGTERM')
  await millrace.exited
  await cleanUp()
}
if (failures > 0) process.exitCode = 1
