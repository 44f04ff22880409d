import { spawnSync } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { fillOnce } from './kept-folder.ts'
import { type PostgresVersion, unprivileged } from './postgres-binaries.ts'

interface DataFolder {
  readonly version: PostgresVersion
  /** The folder of `initdb`. */
  readonly binaries: string
  /** Of the superuser `postgres`; the same for all of a version, as it is in the copies. */
  readonly password: string
}

/** A new data folder at `data`, in a folder that belongs to whoever runs Postgres. */
export function makeDataFolder(data: string, { version, binaries, password }: DataFolder): void {
  fillOnce(`postgres-${version}`, data, () => initialise(data, { binaries, password }))
}

function initialise(data: string, { binaries, password }: Omit<DataFolder, 'version'>): void {
  const folder = dirname(data)
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, password)
  if (unprivileged) chmodSync(passwordFile, 0o644)
  const how = ['-U', 'postgres', '-A', 'scram-sha-256', '-E', 'UTF8', '--locale=C', '--no-sync']
  const initialised = spawnSync(join(binaries, 'initdb'), ['-D', data, ...how, `--pwfile=${passwordFile}`], {
    ...unprivileged,
    cwd: folder,
    encoding: 'utf8',
  })
  if (initialised.status !== 0) throw new Error(`initdb failed: ${initialised.stderr}`)
}
