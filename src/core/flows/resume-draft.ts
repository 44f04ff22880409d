import type { UnsavedFlow } from './draft-store.ts'
import type { Flow } from './flow.ts'
import { isDone } from './flow-difference.ts'

/** What the editor opens with. */
export interface ResumedDraft {
  readonly draft: Flow
  /** The version that the draft is a change of. */
  readonly saved: Flow
  /** What an earlier visit could not save. */
  readonly unsaved?: UnsavedFlow
  /** The flow was changed elsewhere since. */
  readonly isConflict?: true
}

/** The flow with what an earlier visit could not save. */
export function resumeDraft(flow: Flow, unsaved: UnsavedFlow | undefined): ResumedDraft {
  // When the answer to a save came after the page was left, the server has it by now.
  if (!unsaved || isDone(flow, unsaved.change)) return { draft: flow, saved: flow }
  const isConflict = unsaved.base.version !== flow.version
  const saved = isConflict ? unsaved.base : flow
  return {
    draft: { ...saved, ...unsaved.change },
    saved,
    unsaved,
    ...(isConflict && { isConflict }),
  }
}
