import type { Density } from '../kit/table/table.tsx'
import { useDensity } from '../preferences/use-density.ts'
import { useListUrl } from '../routing/use-list-url.ts'

/** The height of rows: as a saved view says, otherwise as this person likes it. */
export function useRowDensity(): readonly [Density, (density: Density) => void] {
  const { filters, filter } = useListUrl()
  const [own, choose] = useDensity()
  const change = (density: Density) => {
    choose(density)
    if (filters.density !== undefined) filter({ density: undefined })
  }
  return [filters.density ?? own, change]
}
