import { spawnSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'

import { errorCode } from './start-failure.ts'

/**
 * When the process began, as text to compare (system clock ticks on Linux, a date elsewhere), or undefined when no such
 * process is running. Pid and beginning together name a process for good: a pid alone is used again.
 */
export function processBeginning(pid: number): string | undefined {
  if (!isTaken(pid)) return undefined
  if (process.platform === 'linux') return linuxStatus(pid)?.beginning
  if (process.platform === 'win32') return 'unknown'
  const { stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' })
  return stdout?.trim() || undefined
}

/** The command line of a running process, its words joined by spaces; empty when it cannot be known. */
export function processCommand(pid: number): string {
  if (process.platform === 'linux') {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
    } catch {
      return ''
    }
  }
  if (process.platform === 'win32') return ''
  return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() ?? ''
}

/** The folder in which a running process works; unknown where the system does not tell. */
export function processFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

/** Whether the pid is in use, be it by a zombie: a process that has ended and that nobody has asked about yet. */
export function isTaken(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}

function linuxStatus(pid: number): { readonly beginning: string } | undefined {
  let line: string
  try {
    line = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return undefined
  }
  // The second field is the program's name in brackets and may itself hold spaces and brackets.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
  const [state, beginning] = [fields[0], fields[19]]
  return state === 'Z' || beginning === undefined ? undefined : { beginning }
}
