import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

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

/** A process that takes runs from the queue. */
export async function startWorker(environment: Readonly<Record<string, string>>): Promise<Worker> {
  const start = async () => {
    const child = fork(join(import.meta.dirname, 'worker-process.ts'), [], { env: { ...process.env, ...environment } })
    await once(child, 'message')
    return child
  }
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
