import { useState } from 'react'

import { useServices } from '../services/services.tsx'

interface SingleKeyShortcuts {
  readonly isOn: boolean
  /** Asks the browser's memory, for those who have to know at the moment of a stroke. */
  isOnNow(): boolean
  switchTo(isOn: boolean): void
}

/** Whether letters and signs by themselves are shortcuts; who dictates or slips may switch them off (WCAG 2.1.4). */
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
