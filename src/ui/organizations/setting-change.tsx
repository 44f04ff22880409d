import type { ORGANIZATION_SETTINGS } from '../../core/catalog/changed-settings.ts'
import { ChangedBy } from '../i18n/changed-by.tsx'
import { useLastChanges } from '../queries/use-last-changes.ts'
import styles from './setting-change.module.css'

/** Who changed a setting of the organization last, and when; nothing if nobody did. */
export function SettingChange({ of }: { readonly of: (typeof ORGANIZATION_SETTINGS)[number] }) {
  const change = useLastChanges('settings')(of)
  return (
    change && (
      <div className={styles['change']}>
        <ChangedBy at={change.at} by={change.by} />
      </div>
    )
  )
}
