import { useLingui } from '@lingui/react/macro'

import type { Flow } from '../../../core/flows/flow.ts'
import { runPrice } from '../../../core/flows/run-price.ts'
import { useFormats } from '../../i18n/use-formats.ts'

/** The price of a run, in a sentence; nothing if it is free. */
export function useRunPrice(flow: Flow | undefined): string | undefined {
  const { t } = useLingui()
  const { price } = useFormats()
  const expected = flow && runPrice(flow)
  if (!expected) return undefined
  const dollars = price(expected.dollars)
  return expected.tables === undefined
    ? t`At least ${dollars} a table: the vendor charges per request.`
    : t`At least ${dollars}: the vendor charges per request.`
}
