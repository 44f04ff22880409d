import { useEffect, useState } from 'react'

/**
 * What a module exports, once its code is loaded; without a network it stays undefined.
 * @param load the same function each time
 */
export function useLoaded<Module extends object>(load: () => Promise<Module>, isNeeded = true): Module | undefined {
  const [loaded, setLoaded] = useState<Module>()
  useEffect(() => {
    if (!isNeeded) return
    load().then(setLoaded, () => undefined)
  }, [load, isNeeded])
  return loaded
}
