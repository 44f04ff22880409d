import { spawnSync } from 'node:child_process'
import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { VERSION } from '../../src/server/host/version.ts'
import { memoryBelow } from '../bench/process-memory.ts'
import { linkStartPackages } from '../support/start-packages.ts'
import { cleanUp, family, type Launched, launch, living, ROOT, temporaryFolder } from './launch.ts'

let server: Launched
let url: string
let clone: string

/** As a clone that was made at a place with spaces in its name, with the packages of a start and not those of tests. */
beforeAll(async () => {
  clone = join(await temporaryFolder('mill race'), 'my clone')
  await mkdir(clone)
  for (const name of ['package.json', 'package-lock.json', 'vite.config.ts', 'docs', 'src']) {
    await cp(join(ROOT, name), join(clone, name), { recursive: true })
  }
  await linkStartPackages(clone)
  server = launch(join(clone, '.millrace'), { command: 'npm', args: ['start'], cwd: clone })
  url = await server.url
})

afterAll(cleanUp)

/** Of a process that has ended: nothing. */
const commandOf = (pid: number) => spawnSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).stdout

const get = (path: string, headers: Record<string, string> = {}) => fetch(url + path, { headers })

it('says that it is alive and ready', async () => {
  expect((await get('/healthz')).status).toBe(200)
  expect((await get('/readyz')).status).toBe(200)
})

it('takes little memory while nobody does anything', () => {
  const megabytes = memoryBelow(server.child.pid ?? 0).reduce((sum, held) => sum + held.megabytes, 0)
  expect(megabytes).toBeLessThan(350)
})

it('tells the client where its services are', async () => {
  const response = await get('/config.json')
  expect(response.headers.get('content-type')).toContain('application/json')
  const config = (await response.json()) as Record<string, unknown>
  expect(config).toMatchObject({ apiHost: '', firebase: { projectId: 'demo-millrace' }, version: VERSION })
  const lines = server
    .stderr()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines[0]).toMatchObject({ message: 'starting', version: VERSION, role: 'all' })
  expect(lines).toContainEqual(expect.objectContaining({ message: 'store migrated' }))
  const accounts = await fetch(String(config['authEmulatorOrigin']))
  expect(await accounts.json()).toEqual({ identityService: { ready: true } })
})

it('serves the built client at every address of it, compressed and cached', async () => {
  const page = await get('/sources', { accept: 'text/html' })
  expect(page.headers.get('cache-control')).toBe('no-cache')
  const style = /href="(\/assets\/[^"]+\.css)"/.exec(await page.text())?.[1]
  const response = await get(String(style), { 'accept-encoding': 'br' })
  expect(response.headers.get('content-encoding')).toBe('br')
  expect(response.headers.get('cache-control')).toContain('immutable')
})

it('says what it does while it prepares, and at last that it is ready', () => {
  expect(server.stdout()).toContain('Building the client')
  expect(server.stdout().trimEnd().split('\n').at(-1)).toBe(`Millrace is ready at ${url}`)
})

it('has a process ready for the next run', async () => {
  const commands = () => family(server.child.pid ?? 0).map(commandOf)
  await expect.poll(commands, { timeout: 20_000 }).toContainEqual(expect.stringContaining('main/task-process.ts'))
})

it('starts again by itself when its process crashes', async () => {
  const addresses = () => [...server.stdout().matchAll(/Millrace is ready at (\S+)/g)].map(([, address]) => address)
  const [crashed = 0] = family(server.child.pid ?? 0).filter((pid) =>
    / src\/server\/millrace\.ts start/.test(commandOf(pid)),
  )
  process.kill(crashed, 'SIGKILL')
  await expect.poll(addresses, { timeout: 60_000 }).toHaveLength(2)
  expect(server.stderr()).toMatch(/Millrace ended unexpectedly \(SIGKILL: .*\)\. It starts again in 1 s\./)
  expect((await fetch(`${addresses()[1]}/readyz`)).status).toBe(200)
})

it('leaves no process when npm has ended', async () => {
  const pids = family(server.child.pid ?? 0)
  expect(pids.length).toBeGreaterThanOrEqual(6)
  const asked = Date.now()
  server.child.kill('SIGTERM')
  await server.exited
  expect(Date.now() - asked).toBeLessThan(5_000)
  expect(living(pids)).toEqual([])
})
