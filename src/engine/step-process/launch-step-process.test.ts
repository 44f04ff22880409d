import { readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { getPriority } from 'node:os'
import { expect, it } from 'vitest'

import { makeScratchFolder } from '../../../test/support/scratch-folder.ts'
import { launchStepProcess } from './launch-step-process.ts'

/** The priorities of all threads of our children. */
const priorities = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((id) => statusOf(id)?.parent === process.pid)
    .flatMap((id) => readdirSync(`/proc/${id}/task`).map((thread) => statusOf(`${id}/task/${thread}`)?.nice))

/** The name in brackets may hold anything; what follows it is numbers. Source: proc_pid_stat(5). */
function statusOf(id: string): { parent: number; nice: number } | undefined {
  try {
    const fields = readFileSync(`/proc/${id}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number)
    return { parent: fields[1] ?? 0, nice: fields[16] ?? 0 }
  } catch {
    return undefined
  }
}

it.runIf(process.platform === 'linux')('lets calls and other runs come first: a step has what they leave', async () => {
  const folder = makeScratchFolder('steps')
  const before = priorities().length
  const step = launchStepProcess(folder, { memory: 400, row: 64, threads: 1, disk: 100 })
  // More than the one thread with which it begins.
  await expect.poll(() => priorities().length - before, { timeout: 10_000 }).toBeGreaterThan(4)
  // Looked at once: more threads may begin at any time.
  const now = priorities()
  expect(now.filter((nice) => nice === getPriority() + 10)).toHaveLength(now.length - before)
  step.kill()
  await step.ended
  await rm(folder, { recursive: true })
})
