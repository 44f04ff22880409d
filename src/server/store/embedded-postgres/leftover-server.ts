import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import type { Log } from '../../ports/log.ts'
import { processBeginning, processCommand } from '../../start/process-identity.ts'

/** Asked to stop in good order, then to stop at once (the log makes up for it), then stopped. */
const STEPS = [
  { signal: 'SIGINT', patienceMs: 10_000 },
  { signal: 'SIGQUIT', patienceMs: 5_000 },
  { signal: 'SIGKILL', patienceMs: 5_000 },
] as const

const NO_PROCESS = 2 ** 31 - 1

/** Ends the server that a killed predecessor of ours left running on the cluster, if there is one. */
export async function stopLeftoverServer(clusterFolder: string, log: Log): Promise<void> {
  const file = join(clusterFolder, 'postmaster.pid')
  const content = await readFile(file, 'utf8').catch(() => '')
  const pid = Number.parseInt(content, 10)
  if (!(pid > 0) || processBeginning(pid) === undefined) return

  const command = processCommand(pid)
  if (command.includes('postgres') && command.includes(clusterFolder)) {
    log.warn('Stopping the Postgres server that an earlier process left behind.', { pid })
    for (const { signal, patienceMs } of STEPS) {
      process.kill(pid, signal)
      if (await isGone(pid, patienceMs)) return
    }
    return
  }
  // The pid has gone to a stranger, whom Postgres would take for a rival. Only the pid is replaced: the other lines name
  // the shared memory by which Postgres notices backends that outlived their server.
  if (command !== '') await writeFile(file, content.replace(/^\d+/, String(NO_PROCESS)))
}

async function isGone(pid: number, patienceMs: number): Promise<boolean> {
  for (let waited = 0; waited < patienceMs; waited += 50) {
    if (processBeginning(pid) === undefined) return true
    await delay(50)
  }
  return processBeginning(pid) === undefined
}
