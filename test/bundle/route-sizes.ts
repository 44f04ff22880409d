import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

import { PUBLIC_ROUTES, ROUTES, SIGNED_IN, SIGNING_IN } from './routes.ts'

interface ManifestEntry {
  readonly file: string
  /** Of a chunk with several modules. */
  readonly name?: string
  readonly imports?: readonly string[]
  readonly dynamicImports?: readonly string[]
  readonly css?: readonly string[]
}

type Manifest = Readonly<Record<string, ManifestEntry>>

/** Kilobytes (1,000 bytes) after gzip at its best. */
export interface RouteSize {
  readonly path: string
  readonly script: number
  readonly style: number
  /** Of it, what only this route and its like have. */
  readonly own: number
  readonly limit: number
  readonly ownLimit?: number
}

/** The longest way to a page is 290 kB; to sign-in it is shorter, for everybody takes it first. */
const LIMITS = { start: 140, identity: 175, route: 290 }

/** What each route of the built client weighs on a first visit. @throws when a page of the build is in no row of the table */
export function routeSizes(dist: string): readonly RouteSize[] {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8')) as Manifest
  refuseUnknownPages(manifest)
  const weight = weigher(dist)
  const signedInApp = scriptsOf(manifest, SIGNED_IN)

  const sizeOf = (path: string, modules: readonly string[], limit: number) => {
    const scripts = scriptsOf(manifest, modules)
    return {
      path,
      script: weight(scripts),
      style: weight(stylesOf(manifest, modules)),
      own: weight(new Set([...scripts].filter((file) => !signedInApp.has(file)))),
      limit,
    }
  }
  return [
    ...PUBLIC_ROUTES.flatMap(({ path, modules }) => [
      { ...sizeOf(`${path} until it is painted`, modules, LIMITS.start), own: 0 },
      { ...sizeOf(path, [...modules, ...SIGNING_IN], LIMITS.identity), own: 0 },
    ]),
    ...ROUTES.map(({ path, modules, ownLimit }) => ({
      ...sizeOf(path, [...SIGNED_IN, ...modules], LIMITS.route),
      ...(ownLimit !== undefined && { ownLimit }),
    })),
  ]
}

/** The larger of the languages, which come beside the code as data. */
export function translationsSize(dist: string): number {
  const files = readdirSync(join(dist, 'assets')).filter((file) => /^(en|de)-.*\.json$/.test(file))
  return Math.max(...files.map((file) => weigher(dist)(new Set([`assets/${file}`]))))
}

function weigher(dist: string) {
  const known = new Map<string, number>()
  return (files: ReadonlySet<string>): number =>
    [...files].reduce((sum, file) => {
      const bytes = known.get(file) ?? gzipSync(readFileSync(join(dist, file)), { level: 9 }).length
      known.set(file, bytes)
      return sum + bytes
    }, 0) / 1_000
}

/** The entries that these load statically, themselves included. */
function closure(manifest: Manifest, names: readonly string[], found = new Set<ManifestEntry>()): Set<ManifestEntry> {
  for (const name of names) {
    const entry = manifest[name] ?? Object.values(manifest).find((chunk) => chunk.name === name)
    if (!entry) throw new Error(`the build has no ${name}: what is it called now?`)
    if (found.has(entry)) continue
    found.add(entry)
    closure(manifest, entry.imports ?? [], found)
  }
  return found
}

const scriptsOf = (manifest: Manifest, names: readonly string[]) =>
  new Set([...closure(manifest, names)].map(({ file }) => file))

const stylesOf = (manifest: Manifest, names: readonly string[]) =>
  new Set([...closure(manifest, names)].flatMap(({ css }) => css ?? []))

/** A new page has to be in the table, or its size would be held by nobody. */
function refuseUnknownPages(manifest: Manifest): void {
  const known = new Set([...PUBLIC_ROUTES, ...ROUTES].flatMap(({ modules }) => modules))
  const unknown = Object.keys(manifest).filter((name) => /^ui\/.*-page\.tsx$/.test(name) && !known.has(name))
  if (unknown.length > 0) throw new Error(`test/bundle/routes.ts has no row for ${unknown.join(', ')}`)
}
