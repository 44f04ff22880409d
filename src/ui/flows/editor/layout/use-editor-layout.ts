import { useState } from 'react'

import type { EditorLayout } from '../../../../core/preferences/preferences.ts'
import { useServices } from '../../../services/services.tsx'

/** The user's layout of the editor, in this browser. */
export function useEditorLayout(): readonly [EditorLayout, (change: EditorLayout) => void] {
  const { loadPreferences, savePreferences } = useServices()
  const [layout, setLayout] = useState<EditorLayout>(() => loadPreferences().editor ?? {})
  const arrange = (change: EditorLayout) => {
    const editor = { ...layout, ...change }
    setLayout(editor)
    savePreferences({ ...loadPreferences(), editor })
  }
  return [layout, arrange]
}
