import type { Database } from '../../store/database/database.ts'
import { type StructureObjectRow, saveRunStructure } from '../../store/runs/run-structures.ts'

interface Options {
  readonly database: Database
  readonly runId: string
  readonly epoch: number
}

/** Stores the state of the structure in one attempt of a run, while the engine continues. */
export function makeRunStructure({ database, runId, epoch }: Options) {
  let writing: Promise<void> = Promise.resolve()
  return {
    keep: (objects: readonly StructureObjectRow[]): void => {
      writing = writing.then(() => database.asSystem((query) => saveRunStructure(query, { runId, epoch }, objects)))
      // `finalize` reports the error; nobody else waits for it.
      writing.catch(() => undefined)
    },
    /** @throws when something could not be stored */
    finalize: (): Promise<void> => writing,
  }
}
