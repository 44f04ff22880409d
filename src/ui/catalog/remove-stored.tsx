import { Trans, useLingui } from '@lingui/react/macro'
import { Trash2, Undo2 } from 'lucide'
import { useFormContext } from 'react-hook-form'

import type { Field } from '../../core/catalog/connections/field.ts'
import { Button } from '../kit/button/button.tsx'
import styles from './catalog-fields.module.css'
import { fieldLabel } from './field-labels.ts'
import { useRemoved } from './use-removed.ts'

/** Removes a stored secret; emptying its input cannot do that, because it is empty while the secret stays. */
export function RemoveStored({ part, field }: { readonly part: string; readonly field: Field }) {
  const { t, i18n } = useLingui()
  const { setValue } = useFormContext()
  const { isRemoved, setRemoved } = useRemoved(field.name)
  const label = i18n._(fieldLabel(field.label))
  if (isRemoved)
    return (
      <p className={styles['stored']}>
        <Trans>Removed when you save.</Trans>
        <Button
          size="xs"
          variant="ghost"
          icon={Undo2}
          aria-label={t`Keep the stored ${label}`}
          onClick={() => setRemoved(false)}
        >
          <Trans>Keep</Trans>
        </Button>
      </p>
    )
  const remove = () => {
    setValue(`${part}.${field.name}`, '')
    setRemoved(true)
  }
  return (
    <p className={styles['stored']}>
      <Button size="xs" variant="ghost" icon={Trash2} aria-label={t`Remove the stored ${label}`} onClick={remove}>
        <Trans>Remove</Trans>
      </Button>
    </p>
  )
}
