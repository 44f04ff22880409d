import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, cpSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

import { VERSION } from '../../src/server/host/version.ts'
import { ROOT } from '../start/launch.ts'
import { unprivileged } from '../support/postgres/postgres-binaries.ts'
import { linkStartPackages } from '../support/start-packages.ts'

export interface Shipped {
  /** What `npm pack` made. */
  readonly packageFile: string
  /** The archive for places without a network; its checksum, licences and bill of materials are beside it. */
  readonly bundleFile: string
}

/** Builds the package and the bundle in a clone that has the packages of a start. */
export async function ship(scratch: string): Promise<Shipped> {
  const clone = join(scratch, 'clone')
  mkdirSync(clone)
  for (const name of [
    'package.json',
    'package-lock.json',
    'vite.config.ts',
    'docs',
    'src',
    'README.md',
    'LICENSE',
    'CHANGELOG.md',
  ])
    cpSync(join(ROOT, name), join(clone, name), { recursive: true })
  await linkStartPackages(clone)
  const folder = join(scratch, 'shipped')
  execFileSync('npm', ['run', 'bundle', '--', folder], { cwd: clone, encoding: 'utf8' })
  const bundleFile = join(folder, `millrace-${VERSION}-${process.platform}-${process.arch}.tar.gz`)
  return { packageFile: join(folder, `millrace-${VERSION}.tgz`), bundleFile }
}

/** Unpacks an archive with one folder in it. @returns that folder */
export function unpack(archive: string, into: string): string {
  mkdirSync(into)
  execFileSync('tar', ['-xzf', archive, '-C', into])
  const [name = ''] = readdirSync(into)
  return join(into, name)
}

/** An empty home of somebody without rights, even where we are root. */
export function emptyHome(scratch: string, name: string) {
  const home = join(scratch, name)
  mkdirSync(home)
  chmodSync(home, 0o700)
  if (unprivileged) chownSync(home, unprivileged.uid, unprivileged.gid)
  return home
}

/** Megabytes on the disk. */
export const sizeOf = (path: string) => Number.parseInt(execFileSync('du', ['-sm', path], { encoding: 'utf8' }), 10)
