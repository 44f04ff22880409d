import { Trans } from '@lingui/react/macro'
import { Undo2 } from 'lucide'

import { RelativeTime } from '../i18n/relative-time.tsx'
import { Button } from '../kit/button/button.tsx'
import { useDeletedOrganizations, useRestoreOrganization } from '../queries/use-deleted-organizations.ts'
import styles from './create-organization-page.module.css'

/** The way back for somebody who deleted an organization; nothing for others. */
export function DeletedOrganizations() {
  const { data: deleted = [] } = useDeletedOrganizations()
  const { mutate: restore, isPending, variables } = useRestoreOrganization()
  if (deleted.length === 0) return null
  return (
    <section className={styles['deleted']}>
      <h2>
        <Trans>Deleted organizations</Trans>
      </h2>
      <ul>
        {deleted.map(({ id, name, expiresAt }) => (
          <li key={id}>
            <span className={styles['words']}>
              <span className={styles['name']} title={name}>
                {name}
              </span>
              <span className={styles['soft']}>
                <Trans>
                  Will be deleted permanently <RelativeTime at={expiresAt} />
                </Trans>
              </span>
            </span>
            <Button icon={Undo2} isBusy={isPending && variables === id} onClick={() => restore(id)}>
              <Trans>Restore</Trans>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
