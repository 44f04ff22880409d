import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The ending of a file that is not complete yet. */
export const DRAFT = '.new'

/**
 * Replaces the file in one step: after a crash at any moment it has either the complete old content or the complete new one.
 * Only the owner can read the file. Rejects with the error of the file system (ENOSPC, EACCES, …).
 */
export async function writeDurably(path: string, content: string): Promise<void> {
  const draft = `${path}${DRAFT}`
  const file = await open(draft, 'w', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, path)
  await syncFolder(dirname(path))
}

/** A new name is on the disk only after its folder is synced. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
