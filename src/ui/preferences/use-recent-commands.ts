import { useState } from 'react'

import { useServices } from '../services/services.tsx'

/** Some are of other organizations, and not shown. */
const KEPT = 24

/** What was chosen in the search lately, in this browser. */
export function useRecentCommands() {
  const { loadPreferences, savePreferences } = useServices()
  const [recent] = useState(() => loadPreferences().recentCommands ?? [])
  const note = (id: string) => {
    const { recentCommands = [], ...others } = loadPreferences()
    savePreferences({
      ...others,
      recentCommands: [id, ...recentCommands.filter((other) => other !== id)].slice(0, KEPT),
    })
  }
  return { recent, note }
}
