import { useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { PUBLISHING, type Publishing } from '../../core/catalog/publishing.ts'
import { useActiveOrganization } from '../access/use-active-organization.ts'
import { useDisabledReason } from '../access/use-disabled-reason.ts'
import { ActionError } from '../errors/action-error.tsx'
import { usePublishingNames } from '../i18n/use-publishing-names.ts'
import { Card } from '../kit/card/card.tsx'
import { Field } from '../kit/field/field.tsx'
import { Select } from '../kit/select/select.tsx'
import { useServices } from '../services/services.tsx'
import { unwrap } from '../services/unwrap.ts'
import styles from './publishing-card.module.css'
import { SettingChange } from './setting-change.tsx'

/** When edits of flows are used by their runs, unless a flow says otherwise; nothing on a server without drafts. */
export function PublishingCard() {
  const { t } = useLingui()
  const organization = useActiveOrganization()
  const names = usePublishingNames()
  const { updateOrganization } = useServices()
  const disabledReason = useDisabledReason('organization.update')
  const { mutate, error, isPending } = useMutation({
    // Updates send the whole object (spec §3).
    mutationFn: (publishing: Publishing) => unwrap(updateOrganization({ ...organization, publishing })),
  })
  if (organization.publishing === undefined) return null
  return (
    <Card>
      <div className={styles['choice']}>
        <Field label={t`When edits go live`} hint={disabledReason}>
          <Select
            value={organization.publishing}
            disabled={disabledReason !== undefined || isPending}
            onChange={(event) => mutate(event.target.value as Publishing)}
            options={PUBLISHING.map((value) => ({ value, label: names[value] }))}
          />
        </Field>
      </div>
      <SettingChange of="publishing" />
      <ActionError error={error} />
    </Card>
  )
}
