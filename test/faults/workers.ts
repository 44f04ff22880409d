import type { Servers, SignIn } from './servers.ts'
import { startWorker, type Worker } from './worker.ts'

export interface WantedWorker {
  readonly signIn: SignIn
  /** Its waiting takes no time. */
  readonly isHurried?: boolean
  /** Its way to the store is one where no fault strikes. */
  readonly isApart?: boolean
  /** Nobody else gets it, and another is made ready meanwhile. */
  readonly isDoomed?: boolean
}

/** Workers that trials may use up; one of each sort, and another as soon as it is gone. */
export interface Workers {
  take(wanted: WantedWorker): Promise<Worker>
  close(): Promise<void>
}

/** @param clockOf how far the clock of the nth process is ahead of the true time, in milliseconds */
export function openWorkers(servers: Servers, clockOf: (nth: number) => number = () => 0): Workers {
  let started = 0
  const ready = new Map<string, Promise<Worker>>()
  return {
    async take({ signIn, isHurried = false, isApart = false, isDoomed = false }) {
      const sort = `${signIn} ${isHurried} ${isApart}`
      const start = () => {
        const settings = servers.workerSettings({ signIn, isHurried, isApart })
        const made = startWorker({ ...settings, clockOffset: clockOf(++started) })
        ready.set(sort, made)
        return made
      }
      const known = await ready.get(sort)
      const worker = known?.isAlive ? known : await start()
      if (isDoomed) void start()
      return worker
    },
    async close() {
      for (const worker of ready.values()) (await worker).kill()
    },
  }
}
