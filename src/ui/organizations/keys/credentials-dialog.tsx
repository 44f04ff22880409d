import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'

import { isSubjectPattern } from '../../../core/catalog/subject-pattern.ts'
import type { ServiceMember } from '../../../core/service-members/service-member.ts'
import { useDisabledReason } from '../../access/use-disabled-reason.ts'
import { errorText } from '../../errors/error-text.ts'
import { Callout } from '../../kit/callout/callout.tsx'
import { CopyText } from '../../kit/copy-text/copy-text.tsx'
import { Field } from '../../kit/field/field.tsx'
import { FormDialog } from '../../kit/form-dialog/form-dialog.tsx'
import { Select } from '../../kit/select/select.tsx'
import { TextInput } from '../../kit/text-input/text-input.tsx'
import { CredentialList } from './credential-list.tsx'
import { useAddCredential } from './use-keys.ts'

interface CredentialsDialogProps {
  readonly member: ServiceMember
  onClose(): void
}

/** Systems that give tokens to their jobs: the issuer, and the form of a subject. */
const SYSTEMS = {
  github: {
    label: 'GitHub Actions',
    issuer: 'https://token.actions.githubusercontent.com',
    subject: 'repo:octo/shop:ref:refs/heads/main',
  },
  gitlab: {
    label: 'GitLab',
    issuer: 'https://gitlab.com',
    subject: 'project_path:octo/shop:ref_type:branch:ref:main',
  },
} as const

type System = keyof typeof SYSTEMS | 'other'

const isSystem = (value: string): value is keyof typeof SYSTEMS => value in SYSTEMS

/** Whose tokens a program may use in place of a stored key. */
export function CredentialsDialog({ member: { id, name, credentials = [] }, onClose }: CredentialsDialogProps) {
  const { t, i18n } = useLingui()
  const disabledReason = useDisabledReason('service-member.write')
  const { mutate: add, isPending, error } = useAddCredential(id)
  const [system, setSystem] = useState<System>('github')
  const [issuer, setIssuer] = useState<string>(SYSTEMS.github.issuer)
  const [subject, setSubject] = useState('')
  const [audience, setAudience] = useState<string>(location.origin)
  const [isTried, setTried] = useState(false)
  const isGood = {
    issuer: URL.canParse(issuer) && issuer.startsWith('https://'),
    subject: isSubjectPattern(subject.trim()),
    audience: audience.trim() !== '',
  }
  const choose = (next: string) => {
    setSystem(isSystem(next) ? next : 'other')
    setIssuer(isSystem(next) ? SYSTEMS[next].issuer : '')
  }
  const submit = () => {
    setTried(true)
    if (!isGood.issuer || !isGood.subject || !isGood.audience) return
    const draft = { issuer: issuer.trim(), subject: subject.trim(), audience: audience.trim() }
    add(draft, {
      onSuccess: () => {
        setSubject('')
        setTried(false)
      },
    })
  }
  const accepted = credentials.at(-1)?.audience
  const variables = [
    `MILLRACE_URL=${location.origin}`,
    `MILLRACE_SERVICE_MEMBER=${id}`,
    // The job asks for a token for the address of Millrace, unless it is told otherwise.
    ...(accepted === undefined || accepted === location.origin ? [] : [`MILLRACE_AUDIENCE=${accepted}`]),
  ]
  const example = isSystem(system) ? SYSTEMS[system].subject : 'system:serviceaccount:etl:airflow'
  return (
    <FormDialog
      title={t`Sign-in of ${name} without a key`}
      description={t`A job’s token (OpenID Connect) gets a key for 15 minutes.`}
      onClose={onClose}
      submitLabel={<Trans>Accept these tokens</Trans>}
      isBusy={isPending}
      disabledReason={disabledReason}
      onSubmit={submit}
    >
      {credentials.length > 0 && (
        <>
          <CredentialList memberId={id} credentials={credentials} />
          <CopyText label={t`Variables of the job`} text={variables.join('\n')} />
        </>
      )}
      <Field label={t`System`}>
        <Select
          value={system}
          options={[
            ...Object.entries(SYSTEMS).map(([value, { label }]) => ({ value, label })),
            { value: 'other', label: t`Another system` },
          ]}
          onChange={({ target }) => choose(target.value)}
        />
      </Field>
      <Field label={t`Issuer`} error={isTried && !isGood.issuer ? t`Enter an https address` : undefined}>
        <TextInput autoComplete="off" value={issuer} onChange={({ target }) => setIssuer(target.value)} />
      </Field>
      <Field
        label={t`Subject of the tokens`}
        hint={t`Such as ${example}. After two parts, a star is any part: repo:octo/*.`}
        error={isTried && !isGood.subject ? t`Enter two parts in full before a star` : undefined}
      >
        <TextInput autoComplete="off" value={subject} onChange={({ target }) => setSubject(target.value)} />
      </Field>
      <Field
        label={t`Audience`}
        hint={t`The job asks for it.`}
        error={isTried && !isGood.audience ? t`Enter the audience of the tokens` : undefined}
      >
        <TextInput autoComplete="off" value={audience} onChange={({ target }) => setAudience(target.value)} />
      </Field>
      {error && (
        <Callout tone="danger" title={<Trans>Not added</Trans>}>
          {errorText(i18n, error)}
        </Callout>
      )}
    </FormDialog>
  )
}
