import { useCallback, useState } from 'react'

/** Announces actions to screen readers; repeated texts are announced again. */
export function useAnnouncer(): readonly [string, (words: string) => void] {
  const [said, setSaid] = useState('')
  // An invisible space makes the second text different.
  const say = useCallback((words: string) => setSaid((before) => (before === words ? `${words}\u00a0` : words)), [])
  return [said, say]
}
