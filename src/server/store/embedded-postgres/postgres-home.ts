import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, cp, mkdir, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { defined } from '../../../core/catalog/defined.ts'
import type { Log } from '../../host/log.ts'
import { StartFailure } from '../../host/start-failure.ts'
import { moveSharedHome } from './move-shared-home.ts'
import type { PostgresBinaries } from './postgres-binaries.ts'

/** The folder of the server's files, and the user that runs it. */
export interface PostgresHome {
  readonly folder: string
  readonly binaries: string
  /** Postgres refuses to run as root, so root runs it as `nobody`; every other user runs it directly. */
  readonly owner?: Owner
  /** The owner has no access to the folders above, and can reach the files only from inside. */
  readonly isLocked: boolean
}

export interface Owner {
  readonly uid: number
  readonly gid: number
}

const NOBODY = { uid: 65534, gid: 65534 }

/** The folder for a copy of the binaries, used by root when `nobody` has no access to the packages (for example in a clone under /root). */
const SHARED_FOLDER = '/var/lib/millrace'

/** The working folder of a process, by a path through no other folder: Linux checks no permissions on it. */
const WORKING_FOLDER = '/proc/self/cwd'

export async function preparePostgresHome(
  dataFolder: string,
  { folder, version }: PostgresBinaries,
  log: Log,
): Promise<PostgresHome> {
  const home = join(dataFolder, 'postgres')
  const isRoot = process.getuid?.() === 0
  await moveSharedHome(defined({ dataFolder, home, log, owner: isRoot ? NOBODY : undefined }))
  await mkdir(home, { recursive: true, mode: 0o700 })
  if (!isRoot) return { folder: home, binaries: folder, isLocked: false }

  const isLocked = !(await isOpenToAll(dataFolder))
  if (isLocked && !existsSync(WORKING_FOLDER)) {
    throw new StartFailure(
      `Postgres cannot be run by root, and no other user can enter the data folder ${dataFolder}; let others pass through the folders above (chmod o+x), run Millrace as another user, or set DATA_DIR to another folder.`,
    )
  }
  await chown(home, NOBODY.uid, NOBODY.gid)
  const binaries = (await isOpenToAll(folder)) ? folder : await sharedCopy(folder, version)
  return { folder: home, binaries, owner: NOBODY, isLocked }
}

/** The path of the home for a program that works in the folder. */
export const nameFromInside = ({ isLocked }: PostgresHome, folder: string): string =>
  isLocked ? WORKING_FOLDER : folder

/** Whether another user has access to the folder and all folders above it. */
async function isOpenToAll(path: string): Promise<boolean> {
  for (let folder = await realpath(path); ; folder = dirname(folder)) {
    if (((await stat(folder)).mode & 0o001) === 0) return false
    if (folder === dirname(folder)) return true
  }
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
      `Postgres cannot be run by root, and no other user can reach its program: ${SHARED_FOLDER} cannot be made for a copy of it; run Millrace as another user.`,
    )
  }
}
