import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'

import type { AbsentObjects, CutOver } from '../../../core/mirrors/mirror.ts'
import { useStructureTexts } from '../../runs/structure/use-structure-texts.ts'
import styles from './cut-over.module.css'

/** What the source has beside its rows and the destination has not, by kind. */
export function AbsentList({ cutOver: { absent } }: { readonly cutOver: CutOver }) {
  if (!absent) return null
  if (absent.length === 0) {
    return (
      <p className={styles['words']}>
        <Trans>All objects of the mirrored tables are there.</Trans>
      </p>
    )
  }
  return (
    <>
      <p className={styles['words']}>
        <Trans>A mirror brings rows only. Create there:</Trans>
      </p>
      <ul className={styles['absent']}>
        {absent.map((objects) => (
          <AbsentKind key={objects.kind} objects={objects} />
        ))}
      </ul>
    </>
  )
}

function AbsentKind({ objects: { kind, count, names } }: { readonly objects: AbsentObjects }) {
  const { t } = useLingui()
  const { kindOf } = useStructureTexts()
  const more = count - names.length
  return (
    <li>
      <details>
        <summary>
          {kindOf({ kind })} <span className={styles['count']}>{count}</span>
        </summary>
        <ul className={styles['names']}>
          {names.map((name) => (
            <li key={name}>{name}</li>
          ))}
          {more > 0 && <li>{t`${plural(more, { one: 'and # other', other: 'and # others' })}`}</li>}
        </ul>
      </details>
    </li>
  )
}
