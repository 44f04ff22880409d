import type { Servers, SignIn } from './servers.ts'
import { startWorker, type Worker } from './worker.ts'

/** Workers that trials may use up; one of each sort, and another as soon as it is gone. */
export interface Workers {
  /** @param isHurried its waiting takes no time */
  take(isHurried: boolean, signIn: SignIn): Promise<Worker>
  close(): Promise<void>
}

export function openWorkers(servers: Servers): Workers {
  const ready = new Map<string, Promise<Worker>>()
  return {
    async take(isHurried, signIn) {
      const sort = `${isHurried} ${signIn}`
      const known = await ready.get(sort)
      if (known?.isAlive) return known
      const made = startWorker(servers.workerSettings(isHurried, signIn))
      ready.set(sort, made)
      return made
    },
    async close() {
      for (const worker of ready.values()) (await worker).kill()
    },
  }
}
