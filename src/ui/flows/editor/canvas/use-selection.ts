import { useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

import type { Transformation } from '../../../../core/flows/flow.ts'
import { nodeIdOf } from './canvas-nodes.ts'

export interface Selection {
  /** Ids of nodes, in the order of selection. */
  readonly nodes: readonly string[]
  /** The node whose settings are shown. */
  readonly current: string | undefined
  /** Ids of the steps among them, in the order of the flow. */
  readonly steps: readonly string[]
  /** Only that node, or none. */
  choose(nodeId: string | undefined): void
  chooseSteps(stepIds: readonly string[]): void
  /** Adds a node, or removes it. */
  toggle(nodeId: string): void
}

/** The selected nodes, without deleted ones. A step in the URL is selected first. */
export function useSelection(nodeIds: readonly string[], steps: readonly Transformation[]): Selection {
  const [chosen, setChosen] = useState<readonly string[]>([])
  const { node } = useSearch({ from: '/main/floweditor/$id' })
  useEffect(() => {
    if (node !== undefined) setChosen([nodeIdOf({ id: node })])
  }, [node])
  const nodes = chosen.filter((id) => nodeIds.includes(id))
  return {
    nodes,
    current: nodes.at(-1),
    steps: steps.filter((step) => nodes.includes(nodeIdOf(step))).map(({ id }) => id),
    choose: (nodeId) => setChosen(nodeId === undefined ? [] : [nodeId]),
    chooseSteps: (stepIds) => setChosen(stepIds.map((id) => nodeIdOf({ id }))),
    toggle: (nodeId) => setChosen(nodes.includes(nodeId) ? nodes.filter((id) => id !== nodeId) : [...nodes, nodeId]),
  }
}
