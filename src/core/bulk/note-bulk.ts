import type { Session } from '../auth/session.ts'
import type { ActiveOrganization } from '../organizations/active-organization.ts'
import type { BulkMarks, UnfinishedBulkStore } from './unfinished-bulk-store.ts'

export interface UnfinishedBulkDeps {
  readonly session: Pick<Session, 'get'>
  readonly organization: ActiveOrganization
  readonly unfinishedBulks: UnfinishedBulkStore
}

interface Noted {
  readonly id: string
  /** Absent: nothing is asked for it any more. */
  readonly mark: string | undefined
}

/** What the person has asked for in the active organization without an answer; empty if there is nothing. */
export type LoadUnfinishedBulk = (action: string) => BulkMarks

export const makeLoadUnfinishedBulk =
  (deps: UnfinishedBulkDeps): LoadUnfinishedBulk =>
  (action) =>
    noteOf(deps, action)?.load() ?? {}

/** Remembers what is asked for, beside what was asked for before. @returns a function that forgets these objects, wherever the person is then */
export type NoteBulk = (action: string, objects: readonly Noted[]) => () => void

export const makeNoteBulk =
  (deps: UnfinishedBulkDeps): NoteBulk =>
  (action, objects) => {
    const note = noteOf(deps, action)
    const change = (marks: readonly Noted[]) => {
      const changed = new Map(Object.entries(note?.load() ?? {}))
      for (const { id, mark } of marks) mark === undefined ? changed.delete(id) : changed.set(id, mark)
      note?.save(Object.fromEntries(changed))
    }
    change(objects)
    return () => change(objects.map(({ id }) => ({ id, mark: undefined })))
  }

/** Forgets all that was asked for. */
export type ForgetBulk = (action: string) => void

export const makeForgetBulk =
  (deps: UnfinishedBulkDeps): ForgetBulk =>
  (action) =>
    noteOf(deps, action)?.save({})

/** The note of one action of a person in an organization; nothing for somebody who is signed out. */
function noteOf({ session, organization, unfinishedBulks }: UnfinishedBulkDeps, action: string) {
  const { user } = session.get()
  const active = organization.require()
  if (!user || !active.ok) return undefined
  const place = [user.uid, active.value, action] as const
  return {
    load: () => unfinishedBulks.load(...place),
    save: (marks: BulkMarks) =>
      Object.keys(marks).length > 0 ? unfinishedBulks.save(...place, marks) : unfinishedBulks.remove(...place),
  }
}
