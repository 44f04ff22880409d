import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'

const LOOK_MS = 50
/** Where the system has to start a process for each look. */
const SLOW_LOOK_MS = 500

const PAGE_BYTES = 4096
const MEGABYTE = 1024 * 1024

/**
 * Looks from outside at what a process uses, because it cannot look itself while it is busy. @param most in megabytes
 * @param tooMuch is called once
 */
export function watchMemory(pid: number | undefined, most: number, tooMuch: () => void): { stop(): void } {
  const judge = (used: number | undefined) => {
    if (used === undefined || used <= most) return
    clearInterval(looking)
    tooMuch()
  }
  const looking = setInterval(
    () => {
      if (pid === undefined) return
      if (process.platform === 'linux') judge(privateMemory(pid))
      else if (process.platform !== 'win32') askForMemory(pid, judge)
    },
    process.platform === 'linux' ? LOOK_MS : SLOW_LOOK_MS,
  )
  looking.unref()
  return { stop: () => clearInterval(looking) }
}

/** In megabytes, without files that are mapped into it. Source: proc(5), `/proc/pid/statm`. */
function privateMemory(pid: number): number | undefined {
  try {
    const [, resident = 0, shared = 0] = readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ').map(Number)
    return ((resident - shared) * PAGE_BYTES) / MEGABYTE
  } catch {
    // It has just ended.
    return undefined
  }
}

function askForMemory(pid: number, answer: (megabytes: number) => void): void {
  execFile('ps', ['-o', 'rss=', '-p', String(pid)], (error, kilobytes) => {
    if (!error) answer(Number(kilobytes) / 1024)
  })
}
