import { useLingui } from '@lingui/react/macro'

import type { Figure } from '../../core/catalog/estimates/figure.ts'
import type { FigureName } from '../../core/catalog/estimates/figure-names.ts'
import { useFormats } from '../i18n/use-formats.ts'

export type FigureUnit = 'count' | 'bytes' | 'dollars' | 'seconds'

const UNITS: Readonly<Partial<Record<FigureName, FigureUnit>>> = {
  bytes: 'bytes',
  stored_bytes: 'bytes',
  processed_bytes: 'bytes',
  dollars: 'dollars',
}

export const unitOf = (name: FigureName): FigureUnit => UNITS[name] ?? 'count'

/** A figure in words, which say how sure it is. */
export function useFigureText(): (figure: Figure, unit?: FigureUnit) => string {
  const { t } = useLingui()
  const { number, bytes, price, duration } = useFormats()
  const formats: Readonly<Record<FigureUnit, (amount: number) => string>> = {
    count: (amount) => number(Math.round(amount)),
    bytes,
    dollars: price,
    seconds: (amount) => duration(Math.max(amount, 1) * 1_000),
  }
  return ({ certainty, amount, bound }, unit = 'count') => {
    if (amount === undefined) return t`not known`
    const value = formats[unit](amount)
    if (bound === 'least') return t`at least ${value}`
    if (bound === 'most') return t`at most ${value}`
    return certainty === 'counted' ? value : t`about ${value}`
  }
}
