import { Trans, useLingui } from '@lingui/react/macro'
import { SearchX } from 'lucide'
import { type FormEvent, useState } from 'react'

import { isMirroredStep } from '../../../../core/catalog/mirrors/mirrored-steps.ts'
import {
  TRANSFORMATION_TYPE_NAMES,
  type TransformationType,
} from '../../../../core/catalog/transformations/transformation-types.ts'
import { stepName, typePurpose } from '../../../i18n/step-type-texts.ts'
import { Dialog } from '../../../kit/dialog/dialog.tsx'
import { EmptyState } from '../../../kit/empty-state/empty-state.tsx'
import { SearchInput } from '../../../kit/search-input/search-input.tsx'
import styles from './add-step-dialog.module.css'
import { StepMark } from './step-mark.tsx'

interface AddStepDialogProps {
  /** Only some steps can be added. */
  readonly isInMirror: boolean
  onChoose(type: TransformationType): void
  onClose(): void
}

/** All kinds of steps, searchable by typing; Enter selects the first. */
export function AddStepDialog({ isInMirror, onChoose, onClose }: AddStepDialogProps) {
  const { t, i18n } = useLingui()
  const [query, setQuery] = useState('')
  const wanted = query.trim().toLowerCase()
  const found = TRANSFORMATION_TYPE_NAMES.filter((type) =>
    [type, stepName(i18n, type), typePurpose(i18n, type)].some((text) => text.toLowerCase().includes(wanted)),
  )
  const mayBeAdded = (type: TransformationType) => !isInMirror || isMirroredStep(type)
  const takeFirst = (event: FormEvent) => {
    event.preventDefault()
    const first = found.find(mayBeAdded)
    if (first) onChoose(first)
  }
  return (
    <Dialog title={<Trans>Add a step</Trans>} description={<Trans>In the order drawn.</Trans>} onClose={onClose}>
      <form className={styles['chooser']} onSubmit={takeFirst}>
        <SearchInput label={t`Search steps`} value={query} onChange={setQuery} />
        {found.length === 0 && <EmptyState icon={SearchX} title={<Trans>Nothing matches your search</Trans>} />}
        <ul className={styles['list']}>
          {found.map((type) => (
            <li key={type}>
              <button
                type="button"
                className={styles['choice']}
                aria-disabled={mayBeAdded(type) ? undefined : true}
                onClick={() => mayBeAdded(type) && onChoose(type)}
              >
                <StepMark type={type} />
                <span>
                  <span className={styles['name']}>{stepName(i18n, type)}</span>
                  <span className={styles['purpose']}>
                    {mayBeAdded(type) ? typePurpose(i18n, type) : <Trans>Not in a mirror: it needs other rows.</Trans>}
                  </span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      </form>
    </Dialog>
  )
}
