import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { makeStaticClient } from './static-client.ts'

const PAGE = '<!doctype html><title>Millrace</title>'
const HELP = '<!doctype html><title>Help</title>'
const SCRIPT = 'console.log("millrace")'

let root: string
let client: (request: Request) => Promise<Response | null>

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'millrace-client-'))
  const folder = join(root, 'dist')
  await mkdir(join(folder, 'assets'), { recursive: true })
  await writeFile(join(root, 'secret.txt'), 'not for the browser')
  await writeFile(join(folder, 'index.html'), PAGE)
  await mkdir(join(folder, 'help'))
  await writeFile(join(folder, 'help', 'index.html'), HELP)
  await writeFile(join(folder, '.stamp'), 'hidden')
  await writeFile(join(folder, 'favicon.svg'), '<svg/>')
  await writeFile(join(folder, 'assets', 'main-1a2b.js'), SCRIPT)
  await writeFile(join(folder, 'assets', 'main-1a2b.js.br'), brotliCompressSync(SCRIPT))
  await writeFile(join(folder, 'assets', 'main-1a2b.js.gz'), gzipSync(SCRIPT))
  client = makeStaticClient({ folder })
})

afterAll(() => rm(root, { recursive: true }))

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  client(new Request(`http://127.0.0.1:4000${path}`, { method, headers }))

const bytes = async (response: Response | null) => Buffer.from((await response?.arrayBuffer()) ?? new ArrayBuffer())

describe('caching', () => {
  it('lets browsers keep files named after their content for a year', async () => {
    const response = await get('/assets/main-1a2b.js')
    expect(response?.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response?.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect((await bytes(response)).toString()).toBe(SCRIPT)
  })

  it('has browsers ask for the page every time, and answers 304 when they have it', async () => {
    const first = await get('/', { accept: 'text/html' })
    const etag = first?.headers.get('etag') ?? ''
    expect(first?.headers.get('cache-control')).toBe('no-cache')
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await get('/', { accept: 'text/html', 'if-none-match': known })
      expect(again?.status).toBe(304)
      expect((await bytes(again)).length).toBe(0)
    }
    expect((await get('/', { accept: 'text/html', 'if-none-match': '"other"' }))?.status).toBe(200)
  })

  it('serves a file that was built anew', async () => {
    const before = await get('/favicon.svg')
    await writeFile(join(root, 'dist', 'favicon.svg'), '<svg><title>new</title></svg>')
    const after = await get('/favicon.svg')
    expect(after?.headers.get('etag')).not.toBe(before?.headers.get('etag'))
    expect((await bytes(after)).toString()).toContain('new')
  })
})

describe('compression', () => {
  it.each([
    { accept: 'gzip, deflate, br', encoding: 'br', unpack: brotliDecompressSync },
    { accept: 'gzip', encoding: 'gzip', unpack: gunzipSync },
    { accept: 'br;q=0, *', encoding: 'gzip', unpack: gunzipSync },
  ])('answers "$accept" with $encoding', async ({ accept, encoding, unpack }) => {
    const response = await get('/assets/main-1a2b.js', { 'accept-encoding': accept })
    expect(response?.headers.get('content-encoding')).toBe(encoding)
    expect(response?.headers.get('vary')).toBe('accept-encoding')
    expect(unpack(await bytes(response)).toString()).toBe(SCRIPT)
  })

  it.each(['', 'identity', 'br;q=0'])('sends the file as it is to "%s"', async (accept) => {
    const response = await get('/assets/main-1a2b.js', { 'accept-encoding': accept })
    expect(response?.headers.get('content-encoding')).toBeNull()
    expect((await bytes(response)).toString()).toBe(SCRIPT)
  })

  it('gives each variant a tag of its own', async () => {
    const tags = ['br', 'gzip', 'identity'].map(async (accept) => {
      const response = await get('/assets/main-1a2b.js', { 'accept-encoding': accept })
      return response?.headers.get('etag')
    })
    expect(new Set(await Promise.all(tags)).size).toBe(3)
  })
})

describe('addresses of the client', () => {
  it.each(['/', '/sources', '/floweditor/5f0c', '/accept-invite?token=a.b'])('opens the page at %s', async (path) => {
    const response = await get(path, { accept: 'text/html,application/xhtml+xml' })
    expect((await bytes(response)).toString()).toBe(PAGE)
  })

  it('opens the first page of a folder, such as the help', async () => {
    const headers = { accept: 'text/html' }
    expect((await bytes(await get('/help/', headers))).toString()).toBe(HELP)
    const moved = await get('/help', headers)
    expect([moved?.status, moved?.headers.get('location')]).toEqual([302, '/help/'])
  })

  it('answers HEAD as GET, without the body', async () => {
    const response = await get('/sources', { accept: 'text/html' }, 'HEAD')
    expect(response?.headers.get('content-length')).toBe(String(PAGE.length))
    expect((await bytes(response)).length).toBe(0)
  })

  it.each(['/v1/organizations', '/v1', '/assets/gone-9z.js', '/gone.png'])('has no page at %s', async (path) => {
    expect(await get(path, { accept: 'text/html' })).toBeNull()
  })

  it.each<Record<string, string>>([{}, { accept: '*/*' }])(
    'opens the first page for what accepts everything, as curl does, and no other address (%o)',
    async (headers) => {
      expect((await bytes(await get('/', headers))).toString()).toBe(PAGE)
      expect((await bytes(await get('/help/', headers))).toString()).toBe(HELP)
      for (const path of ['/V1/organizations', '/v1/organizations', '/sources', '/gone.png'])
        expect(await get(path, headers)).toBeNull()
    },
  )

  it.each(['/%zz', '/flows/%E0%A4%A', '/%00', '/.stamp', '/..%2fsecret.txt'])(
    'opens the page, which says that there is none, for somebody who opens %s',
    async (path) => {
      expect((await bytes(await get(path, { accept: 'text/html' }))).toString()).toBe(PAGE)
    },
  )

  it('has no page for a program that does not ask for one, nor for a POST', async () => {
    expect(await get('/sources', { accept: 'application/json' })).toBeNull()
    expect(await get('/sources', { accept: 'text/html' }, 'POST')).toBeNull()
  })
})

it.each([
  '/../secret.txt',
  '/..%2fsecret.txt',
  '/%2e%2e/secret.txt',
  '/assets/..%2f..%2fsecret.txt',
  '/..%5csecret.txt',
  '/.stamp',
  '/%00',
  '/%zz',
  '/assets',
])('never leaves its folder for %s', async (path) => {
  const response = await get(path, { accept: '*/*' })
  expect(response).toBeNull()
})
