import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { NODE_PROCESS } from '../../src/bootstrap/process-flags.mjs'
import type { MeasuredMirror, MirrorReport } from './mirror-process.ts'

export interface StartedMirror {
  readonly last: MirrorReport
  /** Settles when it has applied so many changes. @throws if it ends before */
  applied(changes: number): Promise<MirrorReport>
  /** @returns what ends it */
  onReport(listener: (report: MirrorReport) => void): () => void
  /** Its process stands still until `proceed`; neither server notices within a minute. */
  pause(): void
  proceed(): void
  stop(): Promise<void>
}

/** Settles when the mirror follows. */
export async function startMeasuredMirror(given: MeasuredMirror): Promise<StartedMirror> {
  const child = spawn(
    process.execPath,
    [...NODE_PROCESS.flags, join(import.meta.dirname, 'mirror-process.ts'), JSON.stringify(given)],
    { env: { ...process.env, ...NODE_PROCESS.environment }, stdio: ['pipe', 'pipe', 'inherit'] },
  )
  const over = once(child, 'exit')
  const listeners = new Set<(report: MirrorReport) => void>()
  const first = Promise.withResolvers<MirrorReport>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    const report = JSON.parse(line) as MirrorReport
    first.resolve(report)
    for (const listener of listeners) listener(report)
  })
  const ended = over.then(() => Promise.reject(new Error('the mirror has ended')))
  ended.catch(() => undefined)
  let now = await Promise.race([first.promise, ended])
  listeners.add((report) => {
    now = report
  })
  return {
    get last() {
      return now
    },
    onReport: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    applied: (changes) => {
      const reached = Promise.withResolvers<MirrorReport>()
      const look = (report: MirrorReport) => {
        if (report.changes < changes) return
        listeners.delete(look)
        reached.resolve(report)
      }
      listeners.add(look)
      look(now)
      return Promise.race([reached.promise, ended])
    },
    pause: () => void child.kill('SIGSTOP'),
    proceed: () => void child.kill('SIGCONT'),
    stop: async () => {
      child.stdin.end()
      await over
    },
  }
}
