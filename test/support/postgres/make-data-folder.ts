import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { fillOnce, forgetOthers } from './kept-folder.ts'
import { type PostgresBinaries, unprivileged } from './postgres-binaries.ts'

/** A database that is there from the start. */
export interface FirstDatabase {
  readonly name: string
  readonly statements: readonly string[]
}

interface DataFolder {
  readonly binaries: PostgresBinaries
  /** Of the superuser `postgres`; the same for all of a version, as it is in the copies. */
  readonly password: string
  readonly first?: FirstDatabase | undefined
}

/**
 * A server takes objects with numbers below 16384 for its own, and applies no row-level security to them; without users it gives such numbers. Source:
 * `FirstNormalObjectId` in access/transam.h.
 */
const PAST_OWN_NUMBERS = 'select count(lo_unlink(lo_create(0))) from generate_series(1, 5000)'

/** A new data folder at `data`, in a folder that belongs to whoever runs Postgres. */
export function makeDataFolder(data: string, { binaries, password, first }: DataFolder): void {
  const kept = `postgres-${binaries.version.replaceAll(/[^\w.+-]+/g, '-')}`
  const makePlain = () => fillOnce(kept, data, () => initialise(data, { binaries, password }))
  if (!first) {
    makePlain()
    return
  }
  const kind = `${kept}-${first.name}-`
  const name =
    kind +
    createHash('sha256')
      .update(JSON.stringify([PAST_OWN_NUMBERS, first]))
      .digest('hex')
      .slice(0, 16)
  fillOnce(name, data, () => {
    forgetOthers(kind, name)
    makePlain()
    runAlone(data, binaries, { name: 'postgres', statements: [PAST_OWN_NUMBERS, `create database ${first.name}`] })
    runAlone(data, binaries, first)
  })
}

/** Runs statements in a database without a server. */
function runAlone(data: string, binaries: PostgresBinaries, { name, statements }: FirstDatabase): void {
  // With `-j` a statement ends with an empty line.
  const input = statements.map((statement) => `${statement.replaceAll(/;\s*\n\s*\n/g, ';\n')};\n\n`).join('')
  const { status, stderr } = spawnSync(join(binaries.folder, 'postgres'), ['--single', '-j', '-D', data, name], {
    ...unprivileged,
    env: binaries.env,
    cwd: dirname(data),
    encoding: 'utf8',
    input,
  })
  if (status !== 0 || /^.*(ERROR|FATAL): /m.test(stderr)) throw new Error(`${name} could not be made: ${stderr}`)
}

function initialise(data: string, { binaries, password }: Omit<DataFolder, 'first'>): void {
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
