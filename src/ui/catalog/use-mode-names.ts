import { useLingui } from '@lingui/react/macro'

import type { WriteMode } from '../../core/catalog/connections/connection-types.ts'

/** The names of the write modes, in a list of choices and as a word. */
export function useModeNames(): Readonly<Record<WriteMode, { readonly long: string; readonly short: string }>> {
  const { t } = useLingui()
  return {
    replace: { long: t`Replace all rows`, short: t`replaced` },
    append: { long: t`Add the rows to the existing rows`, short: t`added` },
    mirror: { long: t`Mirror: follow every change`, short: t`mirrored` },
    upsert: { long: t`Update and add by key`, short: t`updated` },
  }
}
