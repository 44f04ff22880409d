import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { defined } from '../../../core/catalog/defined.ts'
import type { CodeFile, CodePlan, FlowProposal } from '../../../core/code/code-plan.ts'
import { useDisabledReason } from '../../access/use-disabled-reason.ts'
import { ActionError } from '../../errors/action-error.tsx'
import { Button } from '../../kit/button/button.tsx'
import { Callout } from '../../kit/callout/callout.tsx'
import { Card } from '../../kit/card/card.tsx'
import { Checkbox } from '../../kit/checkbox/checkbox.tsx'
import { CopyText } from '../../kit/copy-text/copy-text.tsx'
import styles from './code.module.css'
import { FilePicker } from './file-picker.tsx'
import { PlanRows } from './plan-rows.tsx'
import { PlanView } from './plan-view.tsx'
import { Proposals } from './proposals.tsx'
import { SecretFields } from './secret-fields.tsx'
import { useApplyCode, useCloseProposal, usePlanCode } from './use-code.ts'

/** Files of this computer, what they would change, and then that. */
export function ImportFiles() {
  const { t } = useLingui()
  const disabledReason = useDisabledReason('flow.write')
  const [proposal, setProposal] = useState<FlowProposal>()
  const [files, setFiles] = useState<readonly CodeFile[]>([])
  const [secrets, setSecrets] = useState<Readonly<Record<string, string>>>({})
  const [prunes, setPrunes] = useState(false)
  const planning = usePlanCode()
  const applying = useApplyCode()
  const { mutate: closeProposal } = useCloseProposal()
  const plan = planning.data
  const planWith = (more: Partial<Parameters<typeof planning.mutate>[0]>) => {
    applying.reset()
    planning.mutate({ files, secrets, prunes, ...more })
  }
  const take = (taken: readonly CodeFile[], proposed?: FlowProposal) => {
    setFiles(taken)
    setProposal(proposed)
    if (proposed) setPrunes(false)
    planWith(defined({ files: taken, prunes: proposed && false }))
  }
  const done = () => {
    setFiles([])
    setProposal(undefined)
    setSecrets({})
    planning.reset()
  }
  const reasonOf = ({ faults, changes }: CodePlan) =>
    disabledReason ??
    (faults.length > 0 ? t`First remove what is wrong` : changes.length === 0 ? t`Nothing would change` : undefined)
  const applied = () => {
    if (proposal) closeProposal(proposal.id)
    done()
  }
  return (
    <>
      <Proposals onLook={(proposed) => take([{ name: `${proposed.name}.yaml`, text: proposed.text }], proposed)} />
      <Card title={<Trans>Import files</Trans>} description={<Trans>Nothing changes before you apply the plan.</Trans>}>
        <div className={styles['import']}>
          <FilePicker
            names={files.map(({ name }) => name)}
            isBusy={planning.isPending}
            onFiles={(taken) => take(taken)}
          />
          <ActionError error={planning.error} />
          {applying.isSuccess && (
            <Callout tone="success">
              <Trans>The files have been applied.</Trans>
            </Callout>
          )}
          {plan && files.length > 0 && (
            <>
              <PlanView plan={plan} />
              <PlanRows key={planning.submittedAt} plan={plan} request={{ files, secrets, prunes }} />
              {proposal && <CopyText label={t`The whole document`} text={proposal.text} />}
              <SecretFields
                faults={plan.faults}
                onEnter={(entered) => {
                  const all = { ...secrets, ...entered }
                  setSecrets(all)
                  planWith({ secrets: all })
                }}
              />
              {!proposal && (
                <Checkbox
                  label={t`Also move to the trash what is in no file`}
                  checked={prunes}
                  onChange={(isChecked) => {
                    setPrunes(isChecked)
                    planWith({ prunes: isChecked })
                  }}
                />
              )}
              <ActionError error={applying.error} />
              <div className={styles['actions']}>
                <Button
                  variant="primary"
                  isBusy={applying.isPending || planning.isPending}
                  disabledReason={reasonOf(plan)}
                  onClick={() =>
                    applying.mutate({ request: { files, secrets, prunes }, state: plan.state }, { onSuccess: applied })
                  }
                >
                  <Trans>Apply the plan</Trans>
                </Button>
                <Button variant="ghost" onClick={done}>
                  <Trans>Discard</Trans>
                </Button>
              </div>
            </>
          )}
        </div>
      </Card>
    </>
  )
}
