import { useLingui } from '@lingui/react/macro'
import type { MissingObject, MissingUse } from '../../../../core/mends/missing/missing-object.ts'
import { stepName } from '../../../i18n/step-type-texts.ts'

/** The place where a missing object is used, and the effect of removing it there. */
export function useRepairTexts({ column }: Pick<MissingObject, 'column'>) {
  const { t, i18n } = useLingui()
  return {
    textOf: (use: MissingUse): string => {
      switch (use.kind) {
        case 'moved':
          return column === undefined ? t`Tables to move` : t`Columns to move`
        case 'key':
          return t`Key`
        case 'cursor':
          return t`Rows to read`
        case 'mapping': {
          const { field } = use
          return t`Column for ${field}`
        }
        case 'step': {
          const { place } = use
          const name = stepName(i18n, use.type)
          return t`Step ${place}, ${name}`
        }
      }
    },
    consequence: (use: MissingUse): string => {
      switch (use.kind) {
        case 'moved':
          return column === undefined ? t`Remove: what has arrived stays` : t`Remove: the other columns are moved`
        case 'key':
          return t`Remove: the table’s key is used`
        case 'cursor':
          return t`Remove: every run reads all rows`
        case 'mapping':
          return t`Remove: its own name is used`
        case 'step':
          if (use.isShared) return t`Stays as it is`
          return use.isRemoved ? t`Remove: the step is removed` : t`Remove: the step continues without it`
      }
    },
  }
}
