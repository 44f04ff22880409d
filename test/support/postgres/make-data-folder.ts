import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { type PostgresVersion, unprivileged } from './postgres-binaries.ts'

const cache = fileURLToPath(new URL('../../../node_modules/.cache/millrace/', import.meta.url))

interface DataFolder {
  readonly version: PostgresVersion
  /** The folder of `initdb`. */
  readonly binaries: string
  /** Of the superuser `postgres`; the same for all of a version, as it is in the copies. */
  readonly password: string
}

/**
 * A new data folder at `data`, in a folder that belongs to whoever runs Postgres. Only the first of a version is made by
 * `initdb`, the others are copies of it, at a quarter of the work.
 */
export function makeDataFolder(data: string, { version, binaries, password }: DataFolder): void {
  const owner = unprivileged?.uid ?? process.getuid?.()
  const kept = join(cache, `postgres-${version}-of-${owner}`)
  if (existsSync(kept)) copy(kept, data)
  else {
    initialise(data, { version, binaries, password })
    keep(data, kept)
  }
}

function initialise(data: string, { binaries, password }: DataFolder): void {
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

/** It appears whole or not at all, however many processes are the first. */
function keep(data: string, kept: string): void {
  mkdirSync(cache, { recursive: true })
  const draft = mkdtempSync(`${kept}-`)
  try {
    copy(data, join(draft, 'data'))
    renameSync(join(draft, 'data'), kept)
  } catch (error) {
    if (!existsSync(kept)) throw error
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** With its owner, who must be the one that runs Postgres. */
function copy(from: string, to: string): void {
  const copied = spawnSync('cp', ['-a', from, to], { encoding: 'utf8' })
  if (copied.status !== 0) throw new Error(`the data folder could not be copied: ${copied.stderr}`)
}
