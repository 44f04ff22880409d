import { randomUUID } from 'node:crypto'
import { chmod, mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { lockFolder } from './folder-lock.ts'
import { errorCode, StartFailure } from './start-failure.ts'

export interface DataFolder {
  readonly path: string
  /** Lets the next process in. Nothing of ours may write to the folder afterwards. */
  release(): Promise<void>
}

/** More than what fits into the slack of a block or an inode, so that a full disk shows. */
const PROBE_BYTES = 64 * 1024

/**
 * Creates the data folder when missing, proves that it can be written, and keeps every other process out of it.
 * Throws a StartFailure, one sentence, when it cannot.
 */
export async function openDataFolder(path: string): Promise<DataFolder> {
  try {
    await createFolder(path)
    await probe(path)
    return { path, release: await lockFolder(path, join(path, 'lock')) }
  } catch (error) {
    throw explained(error, path)
  }
}

async function createFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  if (!(await stat(path)).isDirectory()) throw new StartFailure(notAFolder(path))
  // Run by root, Postgres gives up its rights and must still be able to enter; every file inside keeps to its owner.
  if (process.getuid?.() === 0) await chmod(path, 0o711)
}

async function probe(path: string): Promise<void> {
  const file = join(path, `probe-${randomUUID()}`)
  try {
    await writeFile(file, Buffer.alloc(PROBE_BYTES, 1), { mode: 0o600, flush: true })
  } finally {
    await rm(file, { force: true })
  }
}

/** Turns an error of the file system into the sentence a person can act on; every other error stays what it is. */
export function explained(error: unknown, path: string): unknown {
  const code = errorCode(error)
  if (code === 'ENOSPC' || code === 'EDQUOT') return diskFull(path)
  // An error of the network has an address, but no path.
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
