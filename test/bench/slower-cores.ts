import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

import { familyOf } from './process-cpu.ts'

/** Control groups of Linux, version 1. Source: sched-bwc.rst of the kernel's documentation. */
const GROUPS = '/sys/fs/cgroup/cpu'

/** Shorter than the default of 100 ms, so that processes that wait for each other do not all rest in turn. */
const PERIOD_US = 20_000
const LOOK_EVERY_MS = 20

export const canSlowCores = (): boolean => existsSync(`${GROUPS}/cpu.cfs_quota_us`) && process.getuid?.() === 0

/**
 * Lets this machine behave as one with so many cores, each as much slower: every process below this one gets that share of a core and no more.
 * @returns what ends it
 */
export function slowCores(cores: number): () => Promise<void> {
  const share = Math.round((PERIOD_US * availableParallelism()) / cores)
  const slowed = new Set<number>()
  const look = () => {
    for (const { id } of familyOf(process.pid)) {
      if (id === process.pid || slowed.has(id)) continue
      slowed.add(id)
      unlessGone(() => enclose(id, share))
    }
  }
  look()
  const timer = setInterval(look, LOOK_EVERY_MS)
  return async () => {
    clearInterval(timer)
    for (const id of slowed) unlessGone(() => writeFileSync(`${GROUPS}/cgroup.procs`, String(id)))
    await sleep(LOOK_EVERY_MS)
    for (const id of slowed) unlessGone(() => rmdirSync(groupOf(id)))
  }
}

const groupOf = (id: number) => `${GROUPS}/millrace-bench-${id}`

function enclose(id: number, share: number): void {
  mkdirSync(groupOf(id))
  writeFileSync(`${groupOf(id)}/cpu.cfs_period_us`, String(PERIOD_US))
  writeFileSync(`${groupOf(id)}/cpu.cfs_quota_us`, String(share))
  writeFileSync(`${groupOf(id)}/cgroup.procs`, String(id))
}

/** A process may have ended since it was seen. */
function unlessGone(act: () => void): void {
  try {
    act()
  } catch {}
}
