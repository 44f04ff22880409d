import { mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where Linux keeps files in memory. */
const MEMORY = '/dev/shm'
/** The databases of a run take half of it at most; where there is less, they go to the disk. */
const ROOM_BYTES = 4 * 1024 ** 3
const NAME = /^millrace-(\d+)-/

/** A new folder for what nobody needs after a crash: in memory where there is room, which halves the work of a database. */
export function makeScratchFolder(name: string): string {
  const parent = hasRoom() ? MEMORY : tmpdir()
  if (parent === MEMORY) removeLeftOvers()
  return mkdtempSync(join(parent, `millrace-${process.pid}-${name}-`))
}

export const isInMemory = (folder: string): boolean => folder.startsWith(`${MEMORY}/`)

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    // Of a container it is often small, and nothing in it may be executed.
    return bavail * bsize > ROOM_BYTES && freemem() > ROOM_BYTES && mayExecute()
  } catch {
    return false
  }
}

const mayExecute = () =>
  readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .some(([, folder, , options = '']) => folder === MEMORY && !options.split(',').includes('noexec'))

/** Servers remove their folders however their test ends; what is left where they were killed, too, would stay in memory. */
function removeLeftOvers(): void {
  for (const name of readdirSync(MEMORY)) {
    const owner = NAME.exec(name)?.[1]
    if (owner && !isRunning(Number(owner))) rmSync(join(MEMORY, name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // It may belong to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
