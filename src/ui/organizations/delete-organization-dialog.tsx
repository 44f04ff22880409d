import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'

import { ORGANIZATION_DAYS } from '../../core/catalog/trash.ts'
import type { Organization } from '../../core/organizations/organization.ts'
import { useDisabledReason } from '../access/use-disabled-reason.ts'
import { noticeOf } from '../errors/error-text.ts'
import { noticeDetail, noticeText } from '../i18n/notice-texts.ts'
import { Callout } from '../kit/callout/callout.tsx'
import { ConsequenceList } from '../kit/consequence-list/consequence-list.tsx'
import { AlertDialog } from '../kit/dialog/alert-dialog.tsx'
import { Field } from '../kit/field/field.tsx'
import { Stack } from '../kit/page/page.tsx'
import { TextInput } from '../kit/text-input/text-input.tsx'
import { useServices } from '../services/services.tsx'
import { unwrap } from '../services/unwrap.ts'

interface DeleteOrganizationDialogProps {
  readonly organization: Organization
  onClose(): void
}

/** Typing the name confirms the intention. */
export function DeleteOrganizationDialog({ organization, onClose }: DeleteOrganizationDialogProps) {
  const { t, i18n } = useLingui()
  const { deleteOrganization } = useServices()
  const disabledReason = useDisabledReason('organization.delete')
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const { id, name } = organization
  const {
    mutate: remove,
    isPending,
    error,
  } = useMutation({
    mutationFn: () => unwrap(deleteOrganization(id)),
    onSuccess: () => navigate({ to: '/' }),
  })
  // Like the toast: this call's status text (spec §8).
  const notice = noticeOf(error, 'status-text')
  const isNamed = typed.trim() === name
  return (
    <AlertDialog
      title={<Trans>Delete {name}?</Trans>}
      description={t`Owners can restore it for ${ORGANIZATION_DAYS} days.`}
      confirmLabel={t`Delete organization`}
      isBusy={isPending}
      disabledReason={disabledReason ?? (isNamed ? undefined : t`Type the name of the organization first`)}
      onConfirm={() => remove()}
      onCancel={onClose}
    >
      <Stack>
        <ConsequenceList
          items={[
            t`All runs are cancelled; no schedule starts another.`,
            t`Members lose access; invitations become invalid.`,
            t`What is in your destinations stays.`,
          ]}
        />
        <Field label={t`Type ${name} to confirm`}>
          <TextInput value={typed} autoComplete="off" onChange={(event) => setTyped(event.target.value)} />
        </Field>
        {notice && (
          <Callout tone="danger" title={noticeText(i18n, notice)}>
            {noticeDetail(i18n, notice)}
          </Callout>
        )}
      </Stack>
    </AlertDialog>
  )
}
