import { useEffect, useMemo, useRef, useState } from 'react'

import { defined } from '../../../../core/catalog/defined.ts'
import type { Flow } from '../../../../core/flows/flow.ts'
import { nodeIdOf, nodeIdsOf } from './canvas-nodes.ts'
import type { EditorActions } from './editor-actions.tsx'

interface AddStepDeps {
  readonly flow: Flow
  readonly addDisabledReason: string | undefined
  onAsk(): void
}

export interface StepPlace {
  readonly index: number
  /** The only table that it is for. */
  readonly stream?: string | undefined
}

/** The position of the step that the user is choosing. */
export function useAddStep({ flow, addDisabledReason, onAsk }: AddStepDeps) {
  const isReadOnly = addDisabledReason !== undefined
  const last = flow.config.transformations.length
  const [{ index = last, stream }, setPlace] = useState<Partial<StepPlace>>({})
  const askBefore = (before: number, only?: string) => {
    if (isReadOnly) return
    setPlace(defined({ index: before, stream: only }))
    onAsk()
  }
  /** Nothing can be added after the last node. */
  const indexAfter = (nodeId: string | undefined) =>
    nodeId === undefined ? last : Math.min(nodeIdsOf(flow).indexOf(nodeId), last)
  /** What comes behind a step for one table is for that table, too. */
  const placeAfter = (nodeId: string | undefined): StepPlace => ({
    index: indexAfter(nodeId),
    stream: flow.config.transformations.find((step) => nodeIdOf(step) === nodeId)?.stream,
  })
  const askAfter = (nodeId: string | undefined) => {
    const place = placeAfter(nodeId)
    askBefore(place.index, place.stream)
  }

  const latest = useRef(askBefore)
  useEffect(() => {
    latest.current = askBefore
  })
  const canvasActions = useMemo<EditorActions>(
    () => ({ mayAdd: !isReadOnly, add: (before, only) => latest.current(before, only) }),
    [isReadOnly],
  )
  return { index, stream, askBefore, askAfter, placeAfter, canvasActions }
}
