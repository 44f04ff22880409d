import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'

import { processBeginning } from './process-identity.ts'
import { errorCode, StartFailure } from './start-failure.ts'

interface Holder {
  readonly pid: number
  readonly beginning: string
}

/**
 * Takes the lock file for this process, or throws a StartFailure with the living process that holds it. The lock of a
 * dead process (kill -9, power failure) is taken over. The result releases the lock.
 */
export async function lockFolder(folder: string, lockFile: string): Promise<() => Promise<void>> {
  const claim = `${lockFile}.${process.pid}`
  const self: Holder = { pid: process.pid, beginning: processBeginning(process.pid) ?? '' }
  await writeFile(claim, JSON.stringify(self), { mode: 0o600 })
  try {
    while (!(await linked(claim, lockFile))) {
      const found = await readText(lockFile)
      const holder = livingHolder(found)
      if (holder) {
        throw new StartFailure(
          `The data folder ${folder} is in use by process ${holder.pid}; stop that process, or set DATA_DIR to another folder.`,
        )
      }
      await discard(lockFile, found)
    }
  } finally {
    await rm(claim, { force: true })
  }
  return () => rm(lockFile, { force: true })
}

/** The number of the process to which a file beside the lock belongs. */
export function claimant(name: string, lock: string): number | undefined {
  const pid = name.startsWith(`${lock}.`) ? /\.(\d+)$/.exec(name)?.[1] : undefined
  return pid === undefined ? undefined : Number(pid)
}

/** Whether a living process holds the lock; nothing is written. */
export const isLocked = async (lockFile: string): Promise<boolean> =>
  livingHolder(await readText(lockFile)) !== undefined

function livingHolder(text: string): Holder | undefined {
  const holder = parseHolder(text)
  return holder && processBeginning(holder.pid) === holder.beginning ? holder : undefined
}

/** A hard link appears either with its whole content or not at all, even if others try at the same moment. */
async function linked(claim: string, lockFile: string): Promise<boolean> {
  try {
    await link(claim, lockFile)
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  }
}

/** Removes the stale lock, unless another starter has just replaced it with its own. */
async function discard(lockFile: string, stale: string): Promise<void> {
  const aside = `${lockFile}.stale.${process.pid}`
  try {
    await rename(lockFile, aside)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return
    throw error
  }
  if ((await readText(aside)) !== stale) await linked(aside, lockFile)
  await rm(aside, { force: true })
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return ''
    throw error
  }
}

function parseHolder(text: string): Holder | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const isHolder = typeof value === 'object' && value !== null && 'pid' in value && 'beginning' in value
    return isHolder ? { pid: Number(value.pid), beginning: String(value.beginning) } : undefined
  } catch {
    return undefined
  }
}
