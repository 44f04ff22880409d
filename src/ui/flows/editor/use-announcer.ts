import { useCallback, useState } from 'react'

/** What was done, for those who do not see it; the same words twice are said twice. */
export function useAnnouncer(): readonly [string, (words: string) => void] {
  const [said, setSaid] = useState('')
  // A space that cannot be seen makes the second a change.
  const say = useCallback((words: string) => setSaid((before) => (before === words ? `${words}\u00a0` : words)), [])
  return [said, say]
}
