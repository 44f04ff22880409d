import { constants, existsSync } from 'node:fs'
import { access, stat, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { openToOthers } from '../host/open-to-others.ts'
import { keptSecrets } from '../main/kept-secrets.ts'
import { type Check, type Finding, failed, ok, warning } from './check.ts'

/** Less, and the embedded database soon stops (its log grows by 16 MB at a time). */
const LEAST_BYTES = 256 * 1024 ** 2
const ENOUGH_BYTES = 2 * 1024 ** 3

/** Rows that do not fit into memory are written there. In a folder with the sticky bit, such as /tmp, nobody replaces what belongs to others. */
async function checkStepsFolder(path: string): Promise<Finding> {
  const { mode } = existsSync(path) ? await stat(path) : { mode: 0 }
  if (process.platform === 'win32' || (mode & 0o022) === 0 || (mode & 0o1000) !== 0)
    return checkFolder(path, 'DATA_DIR')
  return failed(`Other users of this machine may change ${path}.`, `chmod 700 ${path}`)
}

export interface FilesToCheck {
  /** Absent for processes that need none. */
  readonly dataDir?: string
  /** Absent: the temporary folder of the system. */
  readonly stepsFolder?: string
  /** Files outside of the data folder with secrets. */
  readonly secretFiles: readonly string[]
}

export function fileChecks({ dataDir, stepsFolder, secretFiles }: FilesToCheck): Check[] {
  const steps = stepsFolder ?? (dataDir === undefined ? tmpdir() : join(dataDir, 'steps'))
  const secrets = [...(dataDir === undefined ? [] : keptSecrets(dataDir)), ...secretFiles]
  return [
    ...(dataDir === undefined ? [] : [{ name: 'data folder', look: () => checkFolder(dataDir, 'DATA_DIR') }]),
    { name: 'folder for steps', look: () => checkStepsFolder(steps) },
    { name: 'files with secrets', look: () => checkSecretFiles(secrets) },
  ]
}

/** A folder that is missing is created at the start, so its parent counts. */
export async function checkFolder(path: string, variable: string): Promise<Finding> {
  const place = nearestFolder(path)
  try {
    if (!(await stat(place)).isDirectory()) return failed(`${place} is not a folder.`, `Set ${variable} to a folder.`)
    await access(place, constants.W_OK | constants.X_OK)
  } catch {
    return failed(
      `The user of this process cannot write to ${place}.`,
      `Change the owner (chown) or the permissions of ${place}, or set ${variable} to another folder.`,
    )
  }
  const { bavail, bsize } = await statfs(place)
  const free = bavail * bsize
  const found = `${path}${place === path ? '' : ' will be created'}; ${inGigabytes(free)} free.`
  const fix = `Free some space on the disk of ${place}, or set ${variable} to a folder on another disk.`
  if (free < LEAST_BYTES) return failed(found, fix)
  return free < ENOUGH_BYTES ? warning(found, fix) : ok(found)
}

export async function checkSecretFiles(paths: readonly string[]): Promise<Finding> {
  const present = paths.filter((path) => existsSync(path))
  const open = await openToOthers(present)
  if (open.length > 0)
    return failed(`Other users of this machine may read ${open.join(', ')}.`, `chmod 600 ${open.join(' ')}`)
  return ok(present.length === 0 ? 'There are none yet.' : `Only their owner may read the ${present.length} files.`)
}

function nearestFolder(path: string): string {
  return existsSync(path) || path === dirname(path) ? path : nearestFolder(dirname(path))
}

const inGigabytes = (bytes: number) => `${(bytes / 1024 ** 3).toFixed(1)} GB`
