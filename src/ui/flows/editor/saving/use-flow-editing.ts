import { useEffect, useMemo, useState } from 'react'
import type { EditSnapshot } from '../../../../core/flows/drafts/edit-history-store.ts'
import { editionOf } from '../../../../core/flows/drafts/edition-of.ts'
import { flowDifference } from '../../../../core/flows/drafts/flow-difference.ts'
import type { EditedFlow, Flow, FlowChange, FlowVersion, Transformation } from '../../../../core/flows/flow.ts'
import { layOutFlow } from '../../../../core/flows/positions/lay-out-flow.ts'
import { placeNewSteps, shownPositions } from '../../../../core/flows/positions/place-new-steps.ts'
import { movedOf, type Positions, type StoredPositions } from '../../../../core/flows/positions/positions.ts'
import { EditHistory } from '../../../../core/transformations/edit-history.ts'
import { useServices } from '../../../services/services.tsx'
import { useDirection } from '../canvas/use-direction.ts'
import { type FlowDraftState, useFlowDraft } from './use-flow-draft.ts'

export interface FlowEditing extends Omit<FlowDraftState, 'change'> {
  readonly positions: Positions
  readonly canUndo: boolean
  readonly canRedo: boolean
  /** Changes when everything may have changed at once: components with typed text start again. */
  readonly revision: number
  /** Quick changes of one kind are one undo step. */
  change(change: FlowChange, kind?: string): void
  changeSteps(change: (steps: readonly Transformation[]) => readonly Transformation[], kind?: string): void
  place(positions: Positions, kind?: string): void
  /** Lays all nodes out again. */
  tidy(): void
  undo(): void
  redo(): void
  /** Takes over a saved version; undo reverts that. */
  restoreVersion(version: FlowVersion): void
  /** Reverts the restored changes of an earlier visit; undo restores them again. */
  discardRestoredDraft(): void
}

/** The edited flow, the positions of its nodes, and undo. */
export function useFlowEditing(flow: EditedFlow): FlowEditing {
  const [placed, put] = usePlaced(flow)
  const history = useEditHistory(flow)
  const [revision, setRevision] = useState(0)
  const replaced = () => {
    // Undo does not revert changes of other people.
    history.clear()
    setRevision((before) => before + 1)
  }
  const { draft, change: save, ...saving } = useFlowDraft(flow, replaced)
  useKeptHistory(flow.id, editionOf(saving.saved), history)
  const direction = useDirection()
  const positions = useMemo(() => shownPositions(draft, placed, direction), [draft, placed, direction])

  const change = (next: FlowChange, kind?: string) => {
    history.record({ draft, placed }, kind)
    save(next)
  }
  const place = (next: StoredPositions, kind?: string) => {
    history.record({ draft, placed }, kind)
    put(next)
  }
  const restore = (snapshot: EditSnapshot | undefined) => {
    if (!snapshot) return
    const undone = flowDifference(draft, snapshot.draft)
    if (Object.keys(undone).length > 0) save(undone)
    put(snapshot.placed)
    setRevision(revision + 1)
  }

  return {
    ...saving,
    draft,
    positions,
    canUndo: history.canUndo,
    canRedo: history.canRedo,
    revision,
    change,
    changeSteps: (edit, kind) => {
      const transformations = edit(draft.config.transformations)
      if (transformations === draft.config.transformations) return
      const config = { ...draft.config, transformations }
      change({ config }, kind)
      const next = placeNewSteps({ ...draft, config }, placed, draft, direction)
      if (next !== placed) put(next)
    },
    place: (next, kind) => place(movedOf(draft, next), kind),
    tidy: () => place(movedOf(draft, layOutFlow(draft, direction))),
    undo: () => restore(history.undo({ draft, placed })),
    redo: () => restore(history.redo({ draft, placed })),
    restoreVersion: (version) => {
      change(flowDifference(draft, { ...draft, ...version }))
      setRevision(revision + 1)
    },
    discardRestoredDraft: () => {
      if (!saving.restoredDraft) return
      change(flowDifference(draft, saving.restoredDraft.base))
      saving.dismissRestoredDraft()
      setRevision(revision + 1)
    },
  }
}

/** The stored positions, and how they are replaced. */
function usePlaced(flow: Flow) {
  const { loadPositions, savePositions } = useServices()
  const [placed, setPlaced] = useState<StoredPositions>(() => movedOf(flow, loadPositions(flow)))
  const put = (next: StoredPositions) => {
    setPlaced(next)
    savePositions(flow.id, next)
  }
  return [placed, put] as const
}

function useEditHistory(flow: Flow): EditHistory<EditSnapshot> {
  const { loadEditHistory } = useServices()
  return useState(
    () => new EditHistory<EditSnapshot>(Date.now, loadEditHistory({ id: flow.id, version: editionOf(flow) })),
  )[0]
}

/** Stores undo in this browser. */
function useKeptHistory(flowId: string, version: number, { past, future }: EditHistory<EditSnapshot>): void {
  const { saveEditHistory } = useServices()
  useEffect(() => saveEditHistory(flowId, { version, past, future }), [flowId, version, past, future, saveEditHistory])
}
