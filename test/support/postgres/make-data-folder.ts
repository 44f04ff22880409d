import { spawnSync } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { fillOnce } from './kept-folder.ts'
import { type PostgresBinaries, unprivileged } from './postgres-binaries.ts'

interface DataFolder {
  readonly binaries: PostgresBinaries
  /** Of the superuser `postgres`; the same for all of a version, as it is in the copies. */
  readonly password: string
}

/** A new data folder at `data`, in a folder that belongs to whoever runs Postgres. */
export function makeDataFolder(data: string, { binaries, password }: DataFolder): void {
  fillOnce(`postgres-${binaries.version.replaceAll(/[^\w.+-]+/g, '-')}`, data, () =>
    initialise(data, { binaries, password }),
  )
}

function initialise(data: string, { binaries, password }: DataFolder): void {
  const folder = dirname(data)
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, password)
  if (unprivileged) chmodSync(passwordFile, 0o644)
  const how = ['-U', 'postgres', '-A', 'scram-sha-256', '-E', 'UTF8', '--locale=C', '--no-sync']
  const initialised = spawnSync(join(binaries.folder, 'initdb'), ['-D', data, ...how, `--pwfile=${passwordFile}`], {
    ...unprivileged,
    env: binaries.env,
    cwd: folder,
    encoding: 'utf8',
  })
  if (initialised.status !== 0) throw new Error(`initdb failed: ${initialised.stderr}`)
}
