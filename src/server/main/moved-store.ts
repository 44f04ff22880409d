import { randomUUID } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { writeDurably } from '../host/durable-file.ts'
import { StartFailure } from '../host/start-failure.ts'

/** In the data folder, from the beginning of a move of its store into another Postgres. */
const MOVED = 'moved-store'

interface Moved {
  /** Names the move in the other database. */
  readonly id: string
  readonly isComplete: boolean
}

/** Begins a move, or continues one that was interrupted. @throws StartFailure when the store was moved before */
export async function beginMove(dataDir: string): Promise<string> {
  const earlier = await readMoved(dataDir)
  if (earlier?.isComplete) throw new StartFailure(alreadyMoved(dataDir))
  const id = earlier?.id ?? `Moved from an embedded store: ${randomUUID()}`
  await save(dataDir, { id, isComplete: false })
  return id
}

export const completeMove = (dataDir: string, id: string): Promise<void> => save(dataDir, { id, isComplete: true })

/** The other database is not used, so the store here may go on. */
export const abandonMove = (dataDir: string): Promise<void> => rm(join(dataDir, MOVED))

/** Two copies of a store must never run at the same time. @throws StartFailure when the embedded store was moved away */
export async function refuseMovedStore(dataDir: string): Promise<void> {
  const moved = await readMoved(dataDir)
  if (!moved) return
  throw new StartFailure(
    moved.isComplete
      ? alreadyMoved(dataDir)
      : `The move of the store in ${dataDir} into another Postgres was interrupted. Run "millrace move-store" again; or, to go on with the store here, delete the file ${join(dataDir, MOVED)}.`,
  )
}

const alreadyMoved = (dataDir: string) =>
  `The store in ${dataDir} was moved into another Postgres. Set DATABASE_URL to that database; or, to go back to the store here, delete the file ${join(dataDir, MOVED)}.`

const save = (dataDir: string, moved: Moved) => writeDurably(join(dataDir, MOVED), JSON.stringify(moved))

async function readMoved(dataDir: string): Promise<Moved | undefined> {
  const text = await readFile(join(dataDir, MOVED), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as Moved)
}
