import { Plural, Trans, useLingui } from '@lingui/react/macro'

import type { AuditChange } from '../../core/audit/audit-event.ts'
import { ORDER } from '../../core/catalog/setting-text.ts'
import styles from './changes.module.css'
import { defaultAt } from './default-at.ts'
import { useFieldName } from './use-field-name.ts'
import { useValueName } from './use-value-name.ts'

/** The number of changes shown at first; the others on request. */
const SHOWN = 3

/** What somebody changed, field by field, with old and new values. */
export function Changes({ changes }: { readonly changes: readonly AuditChange[] }) {
  const [first, others] = [changes.slice(0, SHOWN), changes.slice(SHOWN)]
  return (
    <>
      <ChangeList changes={first} />
      {others.length > 0 && (
        <details className={styles['others']}>
          <summary>
            <Plural value={others.length} one="# more change" other="# more changes" />
          </summary>
          <ChangeList changes={others} />
        </details>
      )}
    </>
  )
}

function ChangeList({ changes }: { readonly changes: readonly AuditChange[] }) {
  const { t } = useLingui()
  const fieldName = useFieldName()
  const valueName = useValueName()
  const order = t`Order`
  const nameOf = ({ path, kind }: AuditChange) =>
    kind === 'changed' && path.at(-1) === ORDER && path.length > 1
      ? `${placeOf(path.slice(0, -1), fieldName)} › ${order}`
      : placeOf(path, fieldName)
  return (
    <ul className={styles['changes']} aria-label={t`Changes`}>
      {changes.map((change) => (
        <li key={change.path.join('\0')}>
          <span className={styles['field']}>{nameOf(change)}</span>{' '}
          <Values change={{ ...change, ...inWords(withDefault(change), valueName) }} />
        </li>
      ))}
    </ul>
  )
}

/** The settings of a step and its name are enough to find one of them. */
const placeOf = (path: readonly string[], fieldName: ReturnType<typeof useFieldName>): string =>
  path
    .flatMap((field, place) => (path[0] === 'transformations' && field === 'settings' ? [] : [fieldName(path, place)]))
    .join(' › ')

/** Says what holds without a setting that came or went, where that is known. */
function withDefault(change: AuditChange): AuditChange {
  const { path, from, to } = change
  const held = defaultAt(path)
  if (held === undefined || (from ?? to) === held || (from === undefined && to === undefined)) return change
  return { ...change, from: from ?? held, to: to ?? held }
}

const inWords = ({ path, from, to }: AuditChange, valueName: ReturnType<typeof useValueName>) => ({
  ...(from !== undefined && { from: valueName(path, from) }),
  ...(to !== undefined && { to: valueName(path, to) }),
})

function Values({ change: { kind, from, to } }: { readonly change: AuditChange }) {
  if (from !== undefined && to !== undefined)
    return (
      <Trans>
        from <q>{from}</q> to <q>{to}</q>
      </Trans>
    )
  if (to !== undefined)
    return (
      <Trans>
        set to <q>{to}</q>
      </Trans>
    )
  if (from !== undefined)
    return (
      <Trans>
        removed, was <q>{from}</q>
      </Trans>
    )
  if (kind === 'added') return <Trans>added</Trans>
  return kind === 'removed' ? <Trans>removed</Trans> : <Trans>changed</Trans>
}
