import { createContext, use } from 'react'

/** What lines of the canvas may ask for; a stable object, so that they are not redrawn. */
export interface EditorActions {
  readonly mayAdd: boolean
  /** Asks which step to put before the one at the index. */
  add(index: number): void
}

const Context = createContext<EditorActions | null>(null)

export const EditorActionsProvider = Context.Provider

export function useEditorActions(): EditorActions {
  const actions = use(Context)
  if (!actions) throw new Error('Nodes are drawn inside of an editor')
  return actions
}
