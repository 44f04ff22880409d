import { Trans } from '@lingui/react/macro'
import { useFormContext } from 'react-hook-form'

import type { Field } from '../../core/catalog/connections/field.ts'
import { Button } from '../kit/button/button.tsx'
import { Callout } from '../kit/callout/callout.tsx'
import { useDeployment } from '../services/deployment.tsx'

interface SandboxNoticeProps {
  readonly type: string
  /** The name of the type. */
  readonly label: string
  /** The part of the form, and its values. */
  readonly part?: 'credentials' | 'config'
  readonly fields?: readonly Field[]
}

/** In the form of a type with a stand-in: explains it, and offers valid values. Nothing for a real vendor. */
export function SandboxNotice({ type, label, part = 'credentials', fields = [] }: SandboxNoticeProps) {
  const { sandbox } = useDeployment()
  const form = useFormContext()
  const values = sandbox?.values[type]
  if (!values) return null
  const known = fields.flatMap(({ name }) => (values[name] === undefined ? [] : [{ name, value: values[name] }]))
  const fillIn = () => {
    for (const { name, value } of known) {
      form.setValue(`${part}.${name}`, value, { shouldDirty: true, shouldValidate: true })
    }
  }
  return (
    <Callout
      tone="accent"
      title={<Trans>Sandbox</Trans>}
      actions={
        known.length > 0 && (
          <Button size="sm" onClick={fillIn}>
            <Trans>Fill in test values</Trans>
          </Button>
        )
      }
    >
      <Trans>A test account plays {label}. No data leaves this machine.</Trans>{' '}
      <a href={sandbox.page} target="_blank" rel="noreferrer">
        <Trans>See what it received</Trans>
      </a>
    </Callout>
  )
}
