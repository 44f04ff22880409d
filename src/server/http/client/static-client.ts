import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { defined } from '../../../core/catalog/defined.ts'
import { acceptedEncodings } from '../requests/accepted-encodings.ts'
import { entityTags } from '../requests/entity-tags.ts'

export interface StaticClientOptions {
  /** The folder of the built client; it may not exist yet. */
  readonly folder: string
}

interface File {
  readonly body: Uint8Array<ArrayBuffer>
  readonly etag: string
}

/** Files with a hash in their name: the content for such a name never changes. */
const HASHED = /^\/assets\//

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
}

/** The compressed variants of a file from the build, best first. */
const VARIANTS = { br: '.br', gzip: '.gz' } as const

/**
 * Answers with a file of the built client, with the client's page for one of its addresses, and with
 * null for everything else.
 */
export function makeStaticClient({ folder }: StaticClientOptions): (request: Request) => Promise<Response | null> {
  const read = makeFileReader()

  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return null
    const path = safePath(new URL(request.url).pathname)
    // What cannot be an address of a file is none of a page either, which says so to whoever opens it.
    if (path === undefined) return asksForPage(request) ? answer('/index.html', request) : null
    const exact = path === '/' ? null : await answer(path, request)
    if (exact || !isPage(path, request)) return exact
    const [folderPath] = /^(\/[^/].*?)\/?$/.exec(path)?.slice(1) ?? []
    const start = folderPath && (await answer(`${folderPath}/index.html`, request))
    if (!start) return path === '/' || asksForPage(request) ? answer('/index.html', request) : null
    // Its links begin at the folder.
    if (path.endsWith('/')) return start
    return new Response(null, { status: 302, headers: { location: `${encodeURI(folderPath)}/` } })
  }

  async function answer(path: string, request: Request): Promise<Response | null> {
    const file = join(folder, path)
    const plain = await read(file)
    if (!plain) return null

    const accepted = acceptedEncodings(request.headers.get('accept-encoding') ?? '')
    for (const [encoding, suffix] of Object.entries(VARIANTS)) {
      const variant = accepted(encoding) ? await read(file + suffix) : undefined
      if (variant) return respond(path, request, variant, encoding)
    }
    return respond(path, request, plain)
  }
}

function respond(path: string, request: Request, { body, etag }: File, encoding?: string): Response {
  const headers = {
    'cache-control': HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag,
    vary: 'accept-encoding',
    'x-content-type-options': 'nosniff',
  }
  if (isKnown(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers })
  return new Response(request.method === 'HEAD' ? null : body, {
    headers: {
      ...headers,
      'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
      'content-length': String(body.byteLength),
      ...defined({ 'content-encoding': encoding || undefined }),
    },
  })
}

/** The decoded path, or undefined if it could lead out of the folder or to a hidden file. */
function safePath(pathname: string): string | undefined {
  let path: string
  try {
    path = decodeURIComponent(pathname)
  } catch {
    return undefined
  }
  const isSafe = !/[\0\\]/.test(path) && !path.split('/').some((segment) => segment.startsWith('.'))
  return isSafe ? path : undefined
}

/** A missing script or picture must be a plain 404, not an HTML page that the browser would try to run. */
const isPage = (path: string, request: Request): boolean =>
  (asksForPage(request) || acceptsEverything(request)) &&
  !/^\/(v1|assets)(\/|$)/.test(path) &&
  !Object.hasOwn(TYPES, extname(path))

const asksForPage = ({ headers }: Request): boolean => (headers.get('accept') ?? '').includes('text/html')

/** As curl and load balancers do, and programs too: a wrong address of the API must not answer them with a page. */
const acceptsEverything = ({ headers }: Request): boolean => (headers.get('accept') ?? '*/*').trim() === '*/*'

const isKnown = (ifNoneMatch: string | null, etag: string): boolean =>
  ifNoneMatch !== null && (ifNoneMatch.trim() === '*' || entityTags(ifNoneMatch).includes(etag))

/** Reads a file once, and again only after it has changed. */
function makeFileReader(): (path: string) => Promise<File | undefined> {
  const known = new Map<string, File & { readonly version: string }>()

  return async (path) => {
    const found = await stat(path).catch(() => undefined)
    if (!found?.isFile()) return undefined
    const version = `${found.mtimeMs} ${found.size}`
    const cached = known.get(path)
    if (cached?.version === version) return cached
    const body = new Uint8Array(await readFile(path))
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
    known.set(path, { body, etag, version })
    return { body, etag }
  }
}
