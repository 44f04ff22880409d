import { existsSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

/** An installed MariaDB server. */
export interface InstalledMariadb {
  readonly server: string
  /** Messages, character sets and the definitions of the system tables. */
  readonly share: string
}

/** Where packages put the server if it is not on the PATH. */
const USUAL = [
  '/usr/sbin',
  '/usr/local/sbin',
  '/usr/libexec',
  '/opt/homebrew/opt/mariadb/bin',
  '/usr/local/opt/mariadb/bin',
]

/** The MariaDB server of this machine: on the PATH, or where packages put it. @returns nothing if there is none */
export function findMariadb(path: string = process.env['PATH'] ?? ''): InstalledMariadb | undefined {
  for (const folder of [...path.split(delimiter), ...USUAL]) {
    const server = join(folder, 'mariadbd')
    if (folder === '' || !existsSync(server)) continue
    const share = ['share/mysql', 'share/mariadb', 'share']
      .map((name) => join(dirname(folder), name))
      .find((name) => systemTablesIn(name).length > 0)
    if (share !== undefined) return { server, share }
  }
  return undefined
}

/** The files that define the system tables, which the server names after itself from version 11 on. @returns nothing if the folder has none */
export const systemTablesIn = (share: string): readonly string[] =>
  ['mysql', 'mariadb']
    .map((server) => ['tables', 'tables_data'].map((name) => join(share, `${server}_system_${name}.sql`)))
    .find((files) => files.every((file) => existsSync(file))) ?? []
