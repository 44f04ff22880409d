import { defined } from '../../catalog/defined.ts'
import type { Flow } from '../flow.ts'
import type { UnsavedFlow } from './draft-store.ts'
import { isDone } from './flow-difference.ts'

/** The initial state of the editor. */
export interface ResumedDraft {
  readonly draft: Flow
  /** The version on which the draft is based. */
  readonly saved: Flow
  /** The unsaved changes of an earlier visit. */
  readonly unsaved?: UnsavedFlow
  /** The flow was changed elsewhere since then. */
  readonly isConflict?: true
}

/** The flow with the unsaved changes of an earlier visit. */
export function resumeDraft(flow: Flow, unsaved: UnsavedFlow | undefined): ResumedDraft {
  // If the answer to a save arrived after the page was left, the server already has the changes.
  if (!unsaved || isDone(flow, unsaved.change)) return { draft: flow, saved: flow }
  const isConflict = unsaved.base.version !== flow.version
  const saved = isConflict ? unsaved.base : flow
  return defined({ draft: { ...saved, ...unsaved.change }, saved, unsaved, isConflict: isConflict || undefined })
}
