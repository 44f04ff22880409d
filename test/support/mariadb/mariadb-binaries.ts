import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { unprivileged } from '../postgres/postgres-binaries.ts'
import { MYSQL_SERVER } from './mysql-server.ts'

export interface MariadbBinaries {
  readonly server: string
  /** The command line client, for benches; `mariadb-dump` is beside it. */
  readonly client: string
  /** Messages, character sets and the definitions of the system tables. MySQL knows its own. */
  readonly share: string | undefined
  readonly env: NodeJS.ProcessEnv
}

const cache = fileURLToPath(new URL('../../../node_modules/.cache/millrace/mariadb', import.meta.url))

/**
 * The MySQL server that somebody names; else the MariaDB server on the PATH; else Debian's own packages, unpacked beside the other caches and never installed.
 * @param scratch gets a copy where the unprivileged user may not enter the checkout
 */
export function mariadbBinaries(scratch: string): MariadbBinaries {
  if (MYSQL_SERVER) return { server: MYSQL_SERVER, client: 'mysql', share: undefined, env: process.env }
  const onPath = fromPath()
  if (onPath) return onPath
  if (!existsSync(cache)) unpackPackages()
  const unpacked = fromFolder(cache)
  if (!unprivileged || runs(unpacked, scratch)) return unpacked
  const copy = join(scratch, 'mariadb')
  cpSync(cache, copy, { recursive: true, verbatimSymlinks: true })
  return fromFolder(copy)
}

function fromPath(): MariadbBinaries | undefined {
  const found = spawnSync('/bin/sh', ['-c', 'PATH="$PATH:/usr/sbin:/usr/local/sbin" command -v mariadbd'], {
    encoding: 'utf8',
  })
  const server = found.stdout.trim()
  if (server === '') return undefined
  const share = ['share/mysql', 'share/mariadb', 'share']
    .map((folder) => join(dirname(dirname(server)), folder))
    .find((folder) => existsSync(join(folder, 'mysql_system_tables.sql')))
  return share === undefined ? undefined : { server, client: 'mariadb', share, env: process.env }
}

function fromFolder(folder: string): MariadbBinaries {
  const libraries = ['lib', 'usr/lib']
    .map((name) => join(folder, name))
    .filter(existsSync)
    .flatMap((parent) => readdirSync(parent).map((name) => join(parent, name)))
    .filter((name) => name.endsWith('-linux-gnu'))
  return {
    server: join(folder, 'usr/sbin/mariadbd'),
    client: join(folder, 'usr/bin/mariadb'),
    share: join(folder, 'usr/share/mysql'),
    env: { ...process.env, LD_LIBRARY_PATH: libraries.join(':') },
  }
}

const runs = ({ server, env }: MariadbBinaries, cwd: string) =>
  spawnSync(server, ['--no-defaults', '--version'], { ...unprivileged, cwd, env }).status === 0

/** Fetches with the system's own package manager, which checks signatures, and changes nothing of the system. */
function unpackPackages(): void {
  mkdirSync(dirname(cache), { recursive: true })
  const work = mkdtempSync(`${cache}-`)
  try {
    const packages = join(work, 'packages')
    const root = join(work, 'root')
    mkdirSync(packages)
    const done = new Set<string>()
    let wanted = ['mariadb-server-core', 'mariadb-client-core', 'mariadb-client']
    while (wanted.length > 0) {
      download(wanted, packages, work)
      const files = readdirSync(packages).map((name) => join(packages, name))
      for (const name of wanted) done.add(name)
      wanted = [...new Set(files.flatMap(libraryNames))].filter((name) => !done.has(name) && !isInstalled(name))
    }
    for (const name of readdirSync(packages)) command('dpkg', ['-x', join(packages, name), root])
    // Another process may have been faster; then its folder is as good.
    if (!existsSync(cache)) renameSync(root, cache)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

function download(names: readonly string[], packages: string, work: string): void {
  if (spawnSync('apt-get', ['download', ...names], { cwd: packages }).status === 0) return
  // A slim image knows no packages; the lists go beside the packages, not into the system.
  const lists = ['-o', `Dir::State::lists=${work}/lists`, '-o', `Dir::Cache=${work}/cache`]
  for (const folder of ['lists/partial', 'cache/archives/partial']) mkdirSync(join(work, folder), { recursive: true })
  command('apt-get', [...lists, 'update'], packages)
  command('apt-get', [...lists, 'download', ...names], packages)
}

/** The libraries a package needs, as its control file names them; those of its Perl scripts, which nobody runs, are left out. */
const libraryNames = (file: string): readonly string[] =>
  command('dpkg-deb', ['-f', file, 'Depends'])
    .split(',')
    .map((dependency) => dependency.trim().split(/[ |:]/)[0] ?? '')
    .filter((name) => name.startsWith('lib') && !name.endsWith('-perl'))

const isInstalled = (name: string) =>
  spawnSync('dpkg-query', ['-s', name], { encoding: 'utf8' }).stdout.includes('Status: install ok installed')

function command(name: string, args: readonly string[], cwd?: string): string {
  const result = spawnSync(name, args, { cwd, encoding: 'utf8' })
  if (result.status === 0) return result.stdout
  throw new Error(
    `These tests need MariaDB: install the server (10.6 or newer) so that mariadbd is on the PATH. (${name}: ${result.stderr?.trim() || result.error?.message})`,
  )
}
