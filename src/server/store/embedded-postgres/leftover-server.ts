import { readFile, realpath, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import type { Log } from '../../host/log.ts'
import { isTaken, processBeginning, processCommand, processFolder } from '../../host/process-identity.ts'

/** First a clean stop, then an immediate stop (recovery uses the log), then a kill. */
const STEPS = [
  { signal: 'SIGINT', patienceMs: 10_000 },
  { signal: 'SIGQUIT', patienceMs: 5_000 },
  { signal: 'SIGKILL', patienceMs: 5_000 },
] as const

const NO_PROCESS = 2 ** 31 - 1

/** Ends the server that a killed predecessor left running on the cluster, if there is one. */
export async function stopLeftoverServer(clusterFolder: string, log: Log): Promise<void> {
  const file = join(clusterFolder, 'postmaster.pid')
  const content = await readFile(file, 'utf8').catch(() => '')
  const pid = Number.parseInt(content, 10)
  if (!(pid > 0)) return

  const command = processCommand(pid)
  // Its command contains no folder if Postgres has no access to the folders above; its working folder is always right.
  const isOurs = command.includes(clusterFolder) || (await isSameFolder(processFolder(pid), clusterFolder))
  if (command.includes('postgres') && isOurs) {
    log.warn('Stopping the Postgres server that an earlier process left behind.', { pid })
    await end(pid)
    await disown(file, pid)
  } else if (command !== '' || processBeginning(pid) === undefined) {
    await disown(file, pid)
  }
}

const isSameFolder = async (folder: string | undefined, cluster: string) =>
  folder !== undefined && folder === (await realpath(cluster).catch(() => cluster))

async function end(pid: number): Promise<void> {
  for (const { signal, patienceMs } of STEPS) {
    process.kill(pid, signal)
    if (await isGone(pid, patienceMs)) return
  }
}

/**
 * Postgres treats any process with that pid as a rival, even a zombie or an unrelated process with a reused pid.
 * Only the pid is replaced: the other lines name the shared memory by which Postgres detects backends that outlived
 * their server.
 */
async function disown(file: string, pid: number): Promise<void> {
  const content = await readFile(file, 'utf8').catch(() => '')
  if (isTaken(pid) && content !== '') await writeFile(file, content.replace(/^\d+/, String(NO_PROCESS)))
}

async function isGone(pid: number, patienceMs: number): Promise<boolean> {
  for (let waited = 0; waited < patienceMs; waited += 50) {
    if (processBeginning(pid) === undefined) return true
    await delay(50)
  }
  return processBeginning(pid) === undefined
}
