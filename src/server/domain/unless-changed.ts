import { sentence } from '../../core/catalog/sentence.ts'
import { takeTurn, withCommitCheck } from '../store/database/commit-check.ts'
import { RequestError } from './request-error.ts'

interface Seen {
  /** What is changed: two changes of the same name wait for each other. */
  readonly name: string
  /** Whether it is as the caller has seen it. */
  readonly isAsSeen: () => Promise<boolean>
}

/**
 * Does the work unless somebody else has changed what the caller has seen: looked at before, and again in the transaction that changes it, so that of
 * two changes at once only one is done.
 * @throws RequestError conflict; then nothing was changed
 */
export async function unlessChanged<T>({ name, isAsSeen }: Seen, work: () => Promise<T>): Promise<T> {
  if (!(await isAsSeen())) throw changed()
  let isDone = false
  return withCommitCheck(async (query, hasChanged) => {
    if (!hasChanged || isDone) return
    await takeTurn(query, name)
    if (!(await isAsSeen())) throw changed()
    isDone = true
  }, work)
}

const changed = () =>
  new RequestError(
    'conflict',
    'CHANGED',
    sentence`This has been changed elsewhere since you read it. Read it again to see the change.`,
  )
