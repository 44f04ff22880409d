import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { DRAFT } from './durable-file.ts'
import { claimant, isLocked, lockFolder } from './folder-lock.ts'
import { processBeginning } from './process-identity.ts'
import { errorCode, StartFailure } from './start-failure.ts'

export interface DataFolder {
  readonly path: string
  /** Releases the folder for the next process. None of our code may write to it afterwards. */
  release(): Promise<void>
}

/** More bytes than fit into the slack of a block or an inode, so that a full disk is detected. */
const PROBE_BYTES = 64 * 1024

/**
 * Creates the data folder if it is missing, checks that it is writable, and locks it against every other process.
 * Throws a StartFailure, one sentence, if this fails.
 */
export async function openDataFolder(path: string): Promise<DataFolder> {
  const folder = await openAnyDataFolder(path)
  if (!existsSync(join(path, RESTORING))) return folder
  await folder.release()
  throw new StartFailure(
    `The restore into the data folder ${path} was interrupted, so not everything is there. Run "millrace restore" with the same backup again; or, to begin without it, delete the folder.`,
  )
}

/** Whether another process works on it. */
export const isDataFolderInUse = (path: string): Promise<boolean> => isLocked(join(path, LOCK))

const LOCK = 'lock'

/** The file that is in the data folder while a restore fills it. */
export const RESTORING = 'restoring'

/** The same, also for a folder whose restore was interrupted. */
export async function openAnyDataFolder(path: string): Promise<DataFolder> {
  try {
    await createFolder(path)
    await probe(path)
    const release = await lockFolder(path, join(path, LOCK))
    await removeLeftoverFiles(path, LOCK).catch(async (error: unknown) => {
      await release()
      throw error
    })
    return { path, release }
  } catch (error) {
    throw explained(error, path)
  }
}

async function createFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  if (!(await stat(path)).isDirectory()) throw new StartFailure(notAFolder(path))
  // Under root, Postgres drops its rights and must still be able to enter the folder; each file inside is readable only by its owner.
  if (process.getuid?.() === 0) await chmod(path, 0o711)
}

async function probe(path: string): Promise<void> {
  const file = join(path, `probe${DRAFT}`)
  try {
    await writeFile(file, Buffer.alloc(PROBE_BYTES, 1), { mode: 0o600, flush: true })
  } finally {
    await rm(file, { force: true })
  }
}

/** Converts an error of the file system to a sentence for the user; returns every other error unchanged. */
export function explained(error: unknown, path: string): unknown {
  const code = errorCode(error)
  if (code === 'ENOSPC' || code === 'EDQUOT') return diskFull(path)
  // A network error has an address, but no path.
  if (!(error instanceof Error && 'path' in error)) return error
  switch (code) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
    case 'ENOENT':
      return new StartFailure(
        `The data folder ${path} cannot be written; change its permissions, or set DATA_DIR to another folder.`,
      )
    case 'EEXIST':
    case 'ENOTDIR':
      return new StartFailure(notAFolder(path))
    default:
      return error
  }
}

export const diskFull = (path: string) =>
  new StartFailure(
    `The disk that holds the data folder ${path} is full; free some space, or set DATA_DIR to another folder.`,
  )

const notAFolder = (path: string) => `DATA_DIR must be a folder, but ${path} is not one.`

/** Removes what killed processes have left in a data folder: drafts of files, and claims of its lock. The caller has the lock. */
async function removeLeftoverFiles(folder: string, lock: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const { name } = entry
    const pid = claimant(name, lock)
    const isClaimOfTheDead = pid !== undefined && processBeginning(pid) === undefined
    // A draft of ours is a file; what an operator has put there under such a name stays.
    if (isClaimOfTheDead || (entry.isFile() && name.endsWith(DRAFT))) await rm(join(folder, name), { force: true })
  }
}
