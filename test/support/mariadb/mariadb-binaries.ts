import { spawnSync } from 'node:child_process'
import { cpSync, existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { librariesIn, unpackPackages } from '../debian-packages.ts'
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
  if (!existsSync(cache))
    unpackPackages(cache, {
      names: ['mariadb-server-core', 'mariadb-client-core', 'mariadb-client'],
      withLibraries: true,
      otherwise: 'These tests need MariaDB: install the server (10.6 or newer) so that mariadbd is on the PATH.',
    })
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
  const share = shareIn(dirname(dirname(server)))
  return share === undefined ? undefined : { server, client: 'mariadb', share, env: process.env }
}

function fromFolder(folder: string): MariadbBinaries {
  return {
    server: join(folder, 'usr/sbin/mariadbd'),
    client: join(folder, 'usr/bin/mariadb'),
    share: shareIn(join(folder, 'usr')) ?? join(folder, 'usr/share/mysql'),
    env: librariesIn(folder),
  }
}

const shareIn = (root: string) =>
  ['share/mysql', 'share/mariadb', 'share']
    .map((folder) => join(root, folder))
    .find((folder) => systemTablesIn(folder).length > 0)

/** The definitions of the system tables, which MariaDB names after itself since 11. */
export const systemTablesIn = (share: string): readonly string[] =>
  ['mysql', 'mariadb']
    .map((server) => ['tables', 'tables_data'].map((name) => join(share, `${server}_system_${name}.sql`)))
    .find((files) => files.every((file) => existsSync(file))) ?? []

const runs = ({ server, env }: MariadbBinaries, cwd: string) =>
  spawnSync(server, ['--no-defaults', '--version'], { ...unprivileged, cwd, env }).status === 0
