import { useCallback, useState } from 'react'

/** Announces actions to screen readers; repeated texts are announced again. */
export function useAnnouncer(): readonly [string, (words: string) => void] {
  const [announcement, setAnnouncement] = useState('')
  // An invisible space makes the second text different.
  const announce = useCallback(
    (words: string) => setAnnouncement((before) => (before === words ? `${words}\u00a0` : words)),
    [],
  )
  return [announcement, announce]
}
