import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** The process that listens on the TCP port, as far as this user may know. */
export function processOnPort(port: number): number | undefined {
  if (process.platform === 'linux') return linuxProcessOnPort(port)
  if (process.platform === 'win32') return undefined
  const { stdout } = spawnSync('lsof', ['-t', `-iTCP:${port}`, '-sTCP:LISTEN'], { encoding: 'utf8' })
  return Number.parseInt(stdout, 10) || undefined
}

const LISTENING = '0A'

function linuxProcessOnPort(port: number): number | undefined {
  const socket = ['/proc/net/tcp', '/proc/net/tcp6'].map((table) => listeningSocket(table, port)).find(Boolean)
  if (socket === undefined) return undefined
  const pids = attempt(() => readdirSync('/proc'))?.filter((name) => /^\d+$/.test(name)) ?? []
  return pids.map(Number).find((pid) => holds(pid, `socket:[${socket}]`))
}

/** The inode of the socket that listens on the port: column 10 of the kernel's table. */
function listeningSocket(table: string, port: number): string | undefined {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const rows = (attempt(() => readFileSync(table, 'utf8')) ?? '').split('\n').map((line) => line.trim().split(/\s+/))
  return rows.find((row) => row[1]?.endsWith(suffix) && row[3] === LISTENING)?.[9]
}

function holds(pid: number, socket: string): boolean {
  const files = attempt(() => readdirSync(`/proc/${pid}/fd`)) ?? []
  return files.some((file) => attempt(() => readlinkSync(`/proc/${pid}/fd/${file}`)) === socket)
}

/** Processes start and end during the search, and those of other users are not readable. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
