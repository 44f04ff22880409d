import { createContext, type ReactNode, use } from 'react'

/** The style of every chart on every page. */
export interface ChartDefaults {
  /** Pixels. */
  readonly height: number
  readonly margin: { readonly top: number; readonly right: number; readonly bottom: number; readonly left: number }
  /** CSS colours, which follow the theme. */
  readonly colors: Readonly<
    Record<'succeeded' | 'partiallySucceeded' | 'failed' | 'cancelled' | 'active' | 'rows', string>
  >
}

/** A start-up step (spec §2). The chart library itself is loaded by pages with charts. */
export async function prepareCharts(): Promise<ChartDefaults> {
  return {
    height: 190,
    margin: { top: 8, right: 12, bottom: 24, left: 54 },
    colors: {
      succeeded: 'var(--success)',
      partiallySucceeded: 'var(--warning)',
      failed: 'var(--danger)',
      cancelled: 'var(--neutral)',
      active: 'var(--accent)',
      rows: 'var(--accent)',
    },
  }
}

const Context = createContext<ChartDefaults | null>(null)

export const ChartsProvider = ({ defaults, children }: { defaults: ChartDefaults; children: ReactNode }) => (
  <Context value={defaults}>{children}</Context>
)

export function useChartDefaults(): ChartDefaults {
  const defaults = use(Context)
  if (!defaults) throw new Error('useChartDefaults needs a ChartsProvider above it')
  return defaults
}
