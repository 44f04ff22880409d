import { spawnSync } from 'node:child_process'
import { chownSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'

import { fillOnce } from '../postgres/kept-folder.ts'
import { unprivileged } from '../postgres/postgres-binaries.ts'
import { type MariadbBinaries, systemTablesIn } from './mariadb-binaries.ts'
import { isMysql } from './mysql-server.ts'

/** A new data folder at `data`, in a folder that belongs to whoever runs MariaDB. @param flags as the server will have them */
export function makeDataFolder(data: string, binaries: MariadbBinaries, flags: readonly string[]): void {
  const { server, env } = binaries
  const said = spawnSync(server, ['--no-defaults', '--version'], { env, encoding: 'utf8' }).stdout
  const version = /Ver (\S+)/.exec(said)?.[1] ?? 'unknown'
  fillOnce(`${isMysql ? 'mysql' : 'mariadb'}-${version}`, data, () => initialise(data, binaries, flags))
}

function initialise(data: string, { server, share, env }: MariadbBinaries, flags: readonly string[]): void {
  mkdirSync(data)
  if (unprivileged) chownSync(data, unprivileged.uid, unprivileged.gid)
  const how =
    share === undefined
      ? { args: ['--initialize-insecure'], input: '' }
      : { args: ['--bootstrap', '--log-warnings=0'], input: systemTables(share) }
  const initialised = spawnSync(server, [...flags, ...how.args], {
    ...unprivileged,
    cwd: dirname(data),
    env,
    encoding: 'utf8',
    input: how.input,
  })
  if (initialised.status !== 0) throw new Error(`the server could not be set up: ${initialised.stderr}`)
}

function systemTables(share: string): string {
  const definitions = systemTablesIn(share)
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  return `CREATE DATABASE mysql;\nUSE mysql;\n${definitions}`
}
