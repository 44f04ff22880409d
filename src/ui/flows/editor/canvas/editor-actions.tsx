import { createContext, use } from 'react'

/** Actions for lines of the canvas; a stable object, so that they are not redrawn. */
export interface EditorActions {
  readonly mayAdd: boolean
  /** Opens the selection of a step to insert before the one at the index; with a stream, only for that table. */
  add(index: number, stream?: string): void
}

const Context = createContext<EditorActions | null>(null)

export const EditorActionsProvider = Context.Provider

export function useEditorActions(): EditorActions {
  const actions = use(Context)
  if (!actions) throw new Error('Nodes are drawn inside of an editor')
  return actions
}
