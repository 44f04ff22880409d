import { Trans, useLingui } from '@lingui/react/macro'
import { Check, CircleCheck, CircleDashed, CircleX, Copy, X } from 'lucide'
import { useState } from 'react'
import type { TestProblem, TestStage } from '../../../core/catalog/checks/test-stage.ts'
import { translateServerText } from '../../i18n/translate-server-text.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useServerText } from '../../i18n/use-server-text.ts'
import { Button } from '../../kit/button/button.tsx'
import { Callout } from '../../kit/callout/callout.tsx'
import { Icon } from '../../kit/icon/icon.tsx'
import styles from './test-stages.module.css'
import { useStageName } from './use-stage-name.ts'

interface TestStagesProps {
  readonly stages: readonly TestStage[]
  /** Applies the value that a stage suggests for an input; absent without a form. */
  readonly onTrust?: ((field: string, value: string) => void) | undefined
}

/** The stages of a connection test, each with its duration, up to the failed one. */
export function TestStages({ stages, onTrust }: TestStagesProps) {
  const { t, i18n } = useLingui()
  const serverText = useServerText()
  const { duration } = useFormats()
  const stageName = useStageName()
  const statusNames: Readonly<Record<string, string>> = {
    passed: t`Passed`,
    failed: t`Failed`,
    skipped: t`Not tried`,
  }
  const text = stages
    .flatMap(({ stage, status, problem }) => [
      `${stageName(stage)}: ${statusNames[status] ?? status}`,
      ...(problem ? [serverText.message(problem), serverText.hint(problem) ?? ''] : []),
    ])
    .filter((line) => line !== '')
    .join('\n')
  return (
    <ol className={styles['stages']} aria-label={t`Test stages`}>
      {stages.map(({ stage, status, milliseconds, detail, detailSentence, problem }) => (
        <li key={stage} className={styles['stage']}>
          <Mark status={status} />
          <span className={status === 'skipped' ? styles['skipped'] : undefined}>{stageName(stage)}</span>
          <span className={styles['detail']}>{detail && translateServerText(i18n, detail, detailSentence)}</span>
          <span className={styles['time']}>
            {status === 'skipped' ? <Trans>not tried</Trans> : duration(milliseconds)}
          </span>
          {problem && (
            <div className={styles['problem']}>
              <Callout
                tone="danger"
                title={serverText.message(problem)}
                actions={
                  <>
                    {onTrust && <TrustButton problem={problem} onTrust={onTrust} />}
                    <CopyTest text={text} />
                  </>
                }
              >
                {serverText.hint(problem)}
              </Callout>
            </div>
          )}
        </li>
      ))}
    </ol>
  )
}

interface TrustButtonProps {
  readonly problem: TestProblem
  onTrust(field: string, value: string): void
}

function TrustButton({ problem: { field, suggestion }, onTrust }: TrustButtonProps) {
  if (field === undefined || suggestion === undefined) return null
  return (
    <Button size="sm" onClick={() => onTrust(field, suggestion)}>
      <Trans>Trust this key</Trans>
    </Button>
  )
}

function Mark({ status }: { status: string }) {
  const { t } = useLingui()
  if (status === 'passed') return <Icon of={CircleCheck} size={16} className={styles['passed']} label={t`Passed`} />
  if (status === 'failed') return <Icon of={CircleX} size={16} className={styles['failed']} label={t`Failed`} />
  return <Icon of={CircleDashed} size={16} className={styles['skipped']} label={t`Not tried`} />
}

const ICONS = { waiting: Copy, copied: Check, refused: X } as const

/** Copies a failed test as text, for a colleague who runs the server. */
function CopyTest({ text }: { text: string }) {
  const [state, setState] = useState<keyof typeof ICONS>('waiting')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setState('copied')
    } catch {
      // Without https, or if the browser does not allow it.
      setState('refused')
    }
  }
  return (
    <Button size="sm" icon={ICONS[state]} onClick={() => void copy()}>
      {state === 'waiting' && <Trans>Copy</Trans>}
      {state === 'copied' && <Trans>Copied</Trans>}
      {state === 'refused' && <Trans>The browser does not allow it</Trans>}
    </Button>
  )
}
