import { useEffect, useMemo, useRef, useState } from 'react'

import type { Flow } from '../../../../core/flows/flow.ts'
import { nodeIdsOf } from './canvas-nodes.ts'
import type { EditorActions } from './editor-actions.tsx'

interface AddStepDeps {
  readonly flow: Flow
  readonly isReadOnly: boolean
  onAsk(): void
}

/** The position of the step that the user is choosing. */
export function useAddStep({ flow, isReadOnly, onAsk }: AddStepDeps) {
  const last = flow.config.transformations.length
  const [index = last, setIndex] = useState<number>()
  const askBefore = (before: number) => {
    if (isReadOnly) return
    setIndex(before)
    onAsk()
  }
  /** Nothing can be added after the last node. */
  const askAfter = (nodeId: string | undefined) =>
    askBefore(nodeId === undefined ? last : Math.min(nodeIdsOf(flow).indexOf(nodeId), last))

  const latest = useRef(askBefore)
  useEffect(() => {
    latest.current = askBefore
  })
  const canvasActions = useMemo<EditorActions>(
    () => ({ mayAdd: !isReadOnly, add: (before) => latest.current(before) }),
    [isReadOnly],
  )
  return { index, askBefore, askAfter, canvasActions }
}
