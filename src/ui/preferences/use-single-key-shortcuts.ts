import { useState } from 'react'

import { useServices } from '../services/services.tsx'

interface SingleKeyShortcuts {
  readonly isOn: boolean
  /** Reads the browser's storage, for code that needs the value at the time of a key press. */
  isOnNow(): boolean
  switchTo(isOn: boolean): void
}

/** Whether single letters and signs are shortcuts; users who dictate or press keys by mistake may switch them off (WCAG 2.1.4). */
export function useSingleKeyShortcuts(): SingleKeyShortcuts {
  const { loadPreferences, savePreferences } = useServices()
  const isOnNow = () => loadPreferences().singleKeys !== 'off'
  const [isOn, setOn] = useState(isOnNow)
  return {
    isOn,
    isOnNow,
    switchTo: (wanted) => {
      const { singleKeys: _before, ...others } = loadPreferences()
      savePreferences(wanted ? others : { ...others, singleKeys: 'off' })
      setOn(wanted)
    },
  }
}
