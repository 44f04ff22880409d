import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** Our processes that do tasks. */
export const taskProcesses = (): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      try {
        const parent = Number(
          readFileSync(`/proc/${pid}/stat`, 'latin1')
            .split(/\) (?!.*\) )/)[1]
            ?.split(' ')[1],
        )
        return parent === process.pid && readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('task-process.ts')
      } catch {
        return false
      }
    })

/** Which of these processes has the socket with this port at its end. Source: proc(5), `/proc/net/tcp`. */
export function processOfPort(port: number, pids: readonly number[]): number | undefined {
  const local = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const rows = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
  // A port that was used before may have several rows.
  const sockets = rows.filter(([, address = '']) => address.endsWith(local)).map((row) => `socket:[${row[9]}]`)
  return pids.find((pid) =>
    readdirSync(`/proc/${pid}/fd`).some((file) => sockets.includes(linkOf(`/proc/${pid}/fd/${file}`))),
  )
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    // Closed meanwhile.
    return ''
  }
}
