import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { defined } from '../../../core/catalog/defined.ts'
import { ROLES, type Role } from '../../../core/catalog/permissions.ts'
import type { ServiceMember } from '../../../core/service-members/service-member.ts'
import { useActiveOrganization } from '../../access/use-active-organization.ts'
import { useDisabledReason } from '../../access/use-disabled-reason.ts'
import { FlowChoice } from '../../alerts/flow-choice.tsx'
import { errorText } from '../../errors/error-text.ts'
import { Callout } from '../../kit/callout/callout.tsx'
import { Checkbox } from '../../kit/checkbox/checkbox.tsx'
import { Field } from '../../kit/field/field.tsx'
import { FormDialog } from '../../kit/form-dialog/form-dialog.tsx'
import { TextInput } from '../../kit/text-input/text-input.tsx'
import { RoleChoice } from '../roles/role-choice.tsx'
import { ExpiryChoice } from './expiry-choice.tsx'
import { useCreateKey } from './use-keys.ts'

const KEY_ROLES = ROLES.filter((role) => role !== 'owner')

interface AddKeyDialogProps {
  /** Of the command line that gets the key. */
  readonly loginCode?: string | undefined
  onCreated(member: ServiceMember): void
  onClose(): void
}

/** What a program is called, what it may do, and for how long. */
export function AddKeyDialog({ loginCode, onCreated, onClose }: AddKeyDialogProps) {
  const { t, i18n } = useLingui()
  const { name: organization } = useActiveOrganization()
  const disabledReason = useDisabledReason('service-member.write')
  const { mutate: create, isPending, error } = useCreateKey()
  const [name, setName] = useState(loginCode === undefined ? '' : t`Command line`)
  const [role, setRole] = useState<Role>(loginCode === undefined ? 'runner' : 'editor')
  const [flowIds, setFlowIds] = useState<readonly string[]>()
  const [days, setDays] = useState<number | undefined>(90)
  const [needsApproval, setNeedsApproval] = useState(false)
  const [hasKey, setHasKey] = useState(true)
  const [isTried, setTried] = useState(false)
  const hasName = name.trim() !== ''
  const hasFlows = flowIds === undefined || flowIds.length > 0
  const submit = () => {
    setTried(true)
    if (!hasName || !hasFlows) return
    const limits = defined({ flowIds, expiresInDays: days, loginCode })
    create({ name: name.trim(), role, hasKey, needsApproval, ...limits }, { onSuccess: onCreated })
  }
  return (
    <FormDialog
      title={t`Create a key`}
      onClose={onClose}
      submitLabel={<Trans>Create</Trans>}
      isBusy={isPending}
      disabledReason={disabledReason}
      onSubmit={submit}
    >
      {loginCode !== undefined && (
        <Callout tone="warning" title={<Trans>Your terminal shows {loginCode}</Trans>}>
          <Trans>
            Go on only if you have just typed <code>millrace login</code> and see this code there. It gets a key for{' '}
            {organization}.
          </Trans>
        </Callout>
      )}
      <Field label={t`Name`} hint={t`As in the audit log.`} error={isTried && !hasName ? t`Enter a name` : undefined}>
        <TextInput autoComplete="off" value={name} onChange={({ target }) => setName(target.value)} />
      </Field>
      <RoleChoice label={t`Role`} value={role} roles={KEY_ROLES} onChange={setRole} />
      <FlowChoice
        value={flowIds}
        error={isTried && !hasFlows ? t`Choose at least one flow` : undefined}
        onChange={setFlowIds}
      />
      {flowIds && (
        <Callout>
          <Trans>It changes nothing.</Trans>
        </Callout>
      )}
      <Checkbox
        label={t`For an assistant: a person approves each run.`}
        checked={needsApproval}
        onChange={setNeedsApproval}
      />
      {loginCode === undefined && (
        <Checkbox
          label={t`Without a stored key, for CI (GitHub Actions, GitLab …)`}
          checked={!hasKey}
          onChange={(isChecked) => setHasKey(!isChecked)}
        />
      )}
      {hasKey && <ExpiryChoice value={days} onChange={setDays} />}
      {error && (
        <Callout tone="danger" title={<Trans>Not created</Trans>}>
          {errorText(i18n, error)}
        </Callout>
      )}
    </FormDialog>
  )
}
