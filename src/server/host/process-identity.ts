import { spawnSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'

import { errorCode } from './start-failure.ts'

/**
 * The start time of the process, as text for comparison (system clock ticks on Linux, a date elsewhere), or undefined if no such
 * process is running. Pid and start time together identify a process permanently, because a pid alone is reused.
 */
export function processBeginning(pid: number): string | undefined {
  if (!isTaken(pid)) return undefined
  if (process.platform === 'linux') return linuxStatus(pid)?.beginning
  if (process.platform === 'win32') return 'unknown'
  const { stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' })
  return stdout?.trim() || undefined
}

/** The command line of a running process, its words joined by spaces; empty if unknown. */
export function processCommand(pid: number): string {
  if (process.platform === 'linux') {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
    } catch {
      return ''
    }
  }
  if (process.platform === 'win32') {
    const query = `(Get-CimInstance Win32_Process -Filter "ProcessId=${pid}").CommandLine`
    const args = ['-NoProfile', '-NonInteractive', '-Command', query]
    return spawnSync('powershell.exe', args, { encoding: 'utf8' }).stdout?.trim() ?? ''
  }
  return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() ?? ''
}

/** The working folder of a running process; unknown if the system does not report it. */
export function processFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

/** Whether the pid is in use, also by a zombie: an ended process whose parent has not collected its status yet. */
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
  // The second field is the program's name in brackets and may itself contain spaces and brackets.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
  const [state, beginning] = [fields[0], fields[19]]
  return state === 'Z' || beginning === undefined ? undefined : { beginning }
}
