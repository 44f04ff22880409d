import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, cp, mkdir, readFile, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import type { Log } from '../../ports/log.ts'
import { writeDurably } from '../../start/durable-file.ts'
import { StartFailure } from '../../start/start-failure.ts'
import type { PostgresBinaries } from './postgres-binaries.ts'

/** Where the server's files are, and who runs it. */
export interface PostgresHome {
  readonly folder: string
  readonly binaries: string
  /** Postgres refuses to be run by root, so root hands it to `nobody`; everyone else runs it themselves. */
  readonly owner?: { readonly uid: number; readonly gid: number }
}

const NOBODY = { uid: 65534, gid: 65534 }

/** Used only by root, and only when `nobody` cannot enter the data folder (a clone under /root, say). */
const SHARED_FOLDER = '/var/lib/millrace'

export async function preparePostgresHome(
  dataFolder: string,
  { folder, version }: PostgresBinaries,
  log: Log,
): Promise<PostgresHome> {
  const home = join(dataFolder, 'postgres')
  if (process.getuid?.() !== 0) {
    await mkdir(home, { recursive: true, mode: 0o700 })
    return { folder: home, binaries: folder }
  }

  const binaries = (await isOpenToAll(folder)) ? folder : await sharedCopy(folder, version)
  const owned = (await isOpenToAll(dataFolder)) ? home : await sharedHome(dataFolder, log)
  await mkdir(owned, { recursive: true, mode: 0o700 })
  await chown(owned, NOBODY.uid, NOBODY.gid)
  return { folder: owned, binaries, owner: NOBODY }
}

/** Whether a stranger may pass through the folder and all those above it. */
async function isOpenToAll(path: string): Promise<boolean> {
  for (let folder = await realpath(path); ; folder = dirname(folder)) {
    if (((await stat(folder)).mode & 0o001) === 0) return false
    if (folder === dirname(folder)) return true
  }
}

async function sharedHome(dataFolder: string, log: Log): Promise<string> {
  const note = join(dataFolder, 'postgres-location')
  const known = await readFile(note, 'utf8').catch(() => undefined)
  if (known !== undefined) {
    if (existsSync(known)) return known
    throw new StartFailure(
      `The database of the data folder ${dataFolder} was kept in ${known}, which is gone; restore it, or remove ${note} to begin anew.`,
    )
  }
  const home = join(SHARED_FOLDER, randomUUID())
  await openFolder(SHARED_FOLDER)
  await mkdir(home, { mode: 0o700 })
  await writeDurably(note, home)
  log.info('The database is kept outside the data folder, which an unprivileged Postgres could not enter.', {
    folder: home,
  })
  return home
}

async function sharedCopy(folder: string, version: string): Promise<string> {
  const copy = join(SHARED_FOLDER, `postgres-${version}`)
  if (existsSync(copy)) return copy
  const draft = join(SHARED_FOLDER, `draft-${randomUUID()}`)
  await openFolder(SHARED_FOLDER)
  await cp(folder, draft, { recursive: true, verbatimSymlinks: true })
  try {
    await rename(draft, copy)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    if (!existsSync(copy)) throw error
  }
  return copy
}

async function openFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o755 })
  } catch {
    throw new StartFailure(
      `Postgres cannot be run by root, and no other user can enter the data folder; run Millrace as another user, or set DATA_DIR to a folder that all can enter.`,
    )
  }
}
