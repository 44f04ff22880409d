import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'

const LOOK_MS = 50
/** A longer interval for systems that must start a process for each check. */
const SLOW_LOOK_MS = 500

const PAGE_BYTES = 4096
const MEGABYTE = 1024 * 1024

/**
 * Measures the memory of a process from outside, because a busy process cannot do it itself. @param most in megabytes
 * @param tooMuch called once
 */
export function watchMemory(pid: number | undefined, limit: number, tooMuch: () => void): { stop(): void } {
  const judge = (used: number | undefined) => {
    if (used === undefined || used <= limit) return
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

/** In megabytes, without memory-mapped files. Source: proc(5), `/proc/pid/statm`. */
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
