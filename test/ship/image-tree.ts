import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { startPostgres } from '../support/postgres/start-postgres.ts'

// Builds the tree of deploy/Dockerfile by its own steps, and runs an API and a worker on it as a container does: read-only, as user 10001,
// with nothing else of this machine but its network. By hand, as root on Debian with bubblewrap: node test/ship/image-tree.ts
const ROOT = join(import.meta.dirname, '../..')
const MAX_MEGABYTES = 300
const OWNER = 10_001

const folder = mkdtempSync(join(tmpdir(), 'millrace-image-'))
chmodSync(folder, 0o755)
const [root, app, data] = ['root', 'app', 'data'].map((name) => join(folder, name))
const children: ChildProcess[] = []
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const NODE = ['/app/node_modules/node/bin/node', '--max-semi-space-size=2', '--expose-gc']

/** The container: everything is read-only but /data and /tmp. */
const contained = (
  program: readonly string[],
  environment: Readonly<Record<string, string>>,
  appIs: 'ro' | 'rw' = 'ro',
) => [
  ...[`--reuid=${OWNER}`, `--regid=${OWNER}`, '--clear-groups', 'bwrap'],
  ...['--ro-bind', String(root), '/', appIs === 'ro' ? '--ro-bind' : '--bind', String(app), '/app'],
  ...['--bind', String(data), '/data', '--tmpfs', '/tmp', '--proc', '/proc', '--dev', '/dev'],
  ...['--unshare-user', '--uid', String(OWNER), '--gid', String(OWNER), '--unshare-pid', '--unshare-ipc'],
  ...['--die-with-parent', '--clearenv'],
  ...Object.entries({ NODE_COMPILE_CACHE: '/app/compiled', ...environment }).flatMap(([name, value]) => [
    '--setenv',
    name,
    value,
  ]),
  ...program,
]

const runs = (program: readonly string[], environment: Readonly<Record<string, string>>, appIs: 'ro' | 'rw' = 'ro') =>
  execFileSync('setpriv', contained(program, environment, appIs), { encoding: 'utf8' })

function say(step: string, detail = ''): void {
  process.stdout.write(`${step.padEnd(44)} ${detail}\n`)
}

async function start(
  role: 'api' | 'worker',
  port: number,
  environment: Readonly<Record<string, string>>,
): Promise<void> {
  const begun = performance.now()
  const child = spawn(
    'setpriv',
    contained([...NODE, '/app/src/server/millrace.ts', role], { ...environment, PORT: String(port) }),
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  children.push(child)
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`The ${role} has ended with ${child.exitCode}.`)
    await delay(50)
  }
  say(`${role} is ready`, `${((performance.now() - begun) / 1_000).toFixed(1)} s`)
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

execFileSync('node', [join(ROOT, 'src/bootstrap/build.mjs')], { stdio: 'inherit' })
execFileSync(join(ROOT, 'deploy/assemble-root.sh'), [String(root)], { stdio: 'ignore' })
execFileSync('node', [join(ROOT, 'deploy/assemble-app.mjs'), String(app), '--without-postgres'])
mkdirSync(String(data))
chownSync(String(data), OWNER, OWNER)
mkdirSync(join(String(app), 'compiled'))
chownSync(join(String(app), 'compiled'), OWNER, OWNER)
runs([...NODE, '/app/src/server/compile-ahead.ts'], {}, 'rw')

const megabytes = Number.parseInt(
  execFileSync('du', ['-sm', '--total', String(root), String(app)], { encoding: 'utf8' })
    .split('\n')
    .at(-2) ?? '',
  10,
)
say('size of the tree', `${megabytes} MB`)
if (!(megabytes <= MAX_MEGABYTES)) throw new Error(`The tree has more than ${MAX_MEGABYTES} MB.`)

const postgres = await startPostgres()
const environment = {
  HOST: '127.0.0.1',
  NODE_ENV: 'production',
  DATA_DIR: '/data',
  DATABASE_URL: postgres.url,
  MASTER_KEY: randomBytes(32).toString('base64'),
  FIREBASE_PROJECT_ID: 'shop',
  FIREBASE_API_KEY: 'key',
  PUBLIC_URL: 'http://127.0.0.1:14000',
}
try {
  await start('api', 14_000, environment)
  await start('worker', 14_100, environment)
  const page = await (await fetch('http://127.0.0.1:14000/', { headers: { accept: 'text/html' } })).text()
  if (!page.includes('<div id="root">')) throw new Error(`The page is not served: ${page.slice(0, 200)}`)
  say('the page is served')
  say(
    'the root is read-only',
    runs(
      [...NODE, '-e', `try { require('fs').writeFileSync('/app/x', '') } catch ({ code }) { console.log(code) }`],
      {},
    ).trim(),
  )
  const doctor = JSON.parse(
    runs([...NODE, '/app/src/server/millrace.ts', 'doctor', '--role', 'api', '--json'], {
      ...environment,
      PORT: '14000',
    }),
  ) as { name: string; state: string; found: string }[]
  for (const { name, state, found } of doctor) say(`doctor: ${name}`, `${state} ${found.slice(0, 90)}`)
  if (doctor.some(({ state }) => state === 'failed')) throw new Error('A check of the doctor has failed.')
} finally {
  await Promise.all(children.map(stop))
  await postgres.stop()
}
