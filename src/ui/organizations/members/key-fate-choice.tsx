import { Trans, useLingui } from '@lingui/react/macro'
import { useId } from 'react'

import type { KeyFate } from '../../../core/catalog/service-keys.ts'
import styles from '../roles/role-choice.module.css'

interface KeyFateChoiceProps {
  /** The names of the keys, in words. */
  readonly keys: string
  /** Undefined: nobody has chosen yet. */
  readonly value: KeyFate | undefined
  onChange(fate: KeyFate): void
}

/** Asks what becomes of the keys of a member. Nothing is chosen before, because either answer may stop a program. */
export function KeyFateChoice({ keys, value, onChange }: KeyFateChoiceProps) {
  const { t } = useLingui()
  const name = useId()
  const fates = [
    { fate: 'revoke', label: t`Revoke them`, meaning: t`Their programs are refused at once.` },
    { fate: 'take_over', label: t`Take them over`, meaning: t`They go on, with at most your rights.` },
  ] as const
  return (
    <fieldset className={styles['choice']}>
      <legend className={styles['legend']}>
        <Trans>Keys of this person: {keys}</Trans>
      </legend>
      {fates.map(({ fate, label, meaning }) => (
        <label key={fate} className={styles['role']}>
          <input
            type="radio"
            name={name}
            value={fate}
            checked={value === fate}
            aria-labelledby={`${name}-${fate}-name`}
            aria-describedby={`${name}-${fate}`}
            onChange={() => onChange(fate)}
          />
          <span>
            <span className={styles['name']} id={`${name}-${fate}-name`}>
              {label}
            </span>
            <span className={styles['meaning']} id={`${name}-${fate}`}>
              {meaning}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
