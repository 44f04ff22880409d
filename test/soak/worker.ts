import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'

export interface Worker {
  /** Ends it as the kernel does, and starts another in its place. */
  kill(): Promise<void>
  /** Ends it as a deployment does, and starts another in its place. */
  replace(): Promise<void>
  pause(): void
  resume(): void
  /** What it holds in memory, in megabytes. */
  memory(): Promise<number>
  stop(): Promise<void>
}

/** @param start starts a process that takes runs from the queue */
export async function keepWorker(start: () => Promise<ChildProcess>): Promise<Worker> {
  let child = await start()
  const end = async (signal: NodeJS.Signals) => {
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }
  return {
    kill: async () => {
      await end('SIGKILL')
      child = await start()
    },
    replace: async () => {
      await end('SIGTERM')
      child = await start()
    },
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    memory: async () => {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
    },
    stop: () => end('SIGTERM'),
  }
}
