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
      .find((name) => existsSync(join(name, 'mysql_system_tables.sql')))
    if (share !== undefined) return { server, share }
  }
  return undefined
}
