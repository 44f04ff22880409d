import { useState } from 'react'

import type { Preferences } from '../../core/preferences/preferences.ts'
import { useServices } from '../services/services.tsx'

type Density = 'compact' | NonNullable<Preferences['density']>

/** How high the rows of lists are, and a function to change it; this browser stores the choice. */
export function useDensity(): readonly [Density, (density: Density) => void] {
  const { loadPreferences, savePreferences } = useServices()
  const [density, setDensity] = useState<Density>(() => loadPreferences().density ?? 'compact')
  const choose = (chosen: Density) => {
    const { density: _before, ...others } = loadPreferences()
    savePreferences(chosen === 'compact' ? others : { ...others, density: chosen })
    setDensity(chosen)
  }
  return [density, choose]
}
