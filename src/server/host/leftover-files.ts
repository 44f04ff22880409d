import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { DRAFT } from './durable-file.ts'
import { claimant } from './folder-lock.ts'
import { processBeginning } from './process-identity.ts'

/** Removes what killed processes have left in a data folder: drafts of files, and claims of its lock. The caller has the lock. */
export async function removeLeftoverFiles(folder: string, lock: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const { name } = entry
    const pid = claimant(name, lock)
    const isClaimOfTheDead = pid !== undefined && processBeginning(pid) === undefined
    // A draft of ours is a file; what an operator has put there under such a name stays.
    if (isClaimOfTheDead || (entry.isFile() && name.endsWith(DRAFT))) await rm(join(folder, name), { force: true })
  }
}
