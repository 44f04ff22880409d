import { useState } from 'react'

import { useServices } from '../../../services/services.tsx'

/** Tables whose condition this browser remembers. */
const REMEMBERED = 50

/** What a person has written to choose the rows of a preview; remembered for each flow and table in this browser, not in the flow. */
export function useWantedRows(flowId: string, entity: string): readonly [string, (text: string) => void] {
  const { loadPreferences, savePreferences } = useServices()
  const key = JSON.stringify([flowId, entity])
  const [written, setWritten] = useState(() => textsIn(loadPreferences().previewRows))
  const remember = (text: string) => {
    const preferences = loadPreferences()
    const texts = withText(textsIn(preferences.previewRows), key, text)
    savePreferences({ ...preferences, previewRows: JSON.stringify([...texts]) })
    setWritten(texts)
  }
  return [written.get(key) ?? '', remember]
}

type Texts = ReadonlyMap<string, string>

/** The latest is last; an empty text is forgotten. */
function withText(before: Texts, key: string, text: string): Texts {
  const others = [...before].filter(([other]) => other !== key)
  return new Map((text.trim() === '' ? others : [...others, [key, text] as const]).slice(-REMEMBERED))
}

/** Whatever the browser has stored. */
function textsIn(stored = '[]'): Texts {
  try {
    const entries = JSON.parse(stored) as unknown
    const isText = (entry: unknown): entry is [string, string] =>
      Array.isArray(entry) && entry.length === 2 && entry.every((part) => typeof part === 'string')
    return new Map(Array.isArray(entries) ? entries.filter(isText) : [])
  } catch {
    return new Map()
  }
}
