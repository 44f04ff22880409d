import { Plural, Trans, useLingui } from '@lingui/react/macro'

import type { CodeFault, CodePlan } from '../../../core/code/code-plan.ts'
import { translateServerText } from '../../i18n/translate-server-text.ts'
import { Callout } from '../../kit/callout/callout.tsx'
import { Cell, Row, Table } from '../../kit/table/table.tsx'
import { Changes } from '../../lists/changes.tsx'
import styles from './code.module.css'

/** What would happen, or everything that is in its way. */
export function PlanView({ plan: { changes, unchanged, faults } }: { readonly plan: CodePlan }) {
  const { t } = useLingui()
  const { kindName, actionName } = useCodeWords()
  if (faults.length > 0) return <Faults faults={faults} />
  if (changes.length === 0)
    return (
      <Callout>
        <Trans>Nothing would change.</Trans>
      </Callout>
    )
  return (
    <div className={styles['plan']}>
      <Table
        label={t`Plan`}
        columns={[{ label: t`What` }, { label: t`Becomes` }, { label: t`File`, isSecondary: true }]}
      >
        {changes.map(({ kind, name, previousName, action, changes: parts, file }) => (
          <Row key={`${kind} ${file ?? ''} ${name}`}>
            <Cell>
              <span className={styles['name']}>{previousName === undefined ? name : `${previousName} → ${name}`}</span>
              <span className={styles['hint']}>{kindName(kind)}</span>
            </Cell>
            <Cell>
              {actionName(action)}
              {parts && <Changes changes={parts} />}
            </Cell>
            <Cell isSecondary>
              <span className={styles['name']}>{file}</span>
            </Cell>
          </Row>
        ))}
      </Table>
      {unchanged > 0 && (
        <p className={styles['hint']}>
          <Plural value={unchanged} one="# more stays as it is." other="# more stay as they are." />
        </p>
      )}
    </div>
  )
}

function Faults({ faults }: { readonly faults: readonly CodeFault[] }) {
  const { t, i18n } = useLingui()
  return (
    <Callout
      tone="danger"
      title={<Plural value={faults.length} one="# fault in the files" other="# faults in the files" />}
    >
      <ul className={styles['faults']} aria-label={t`Faults`}>
        {faults.map(({ file, line, field, message, sentence }) => (
          <li key={`${file} ${line} ${field} ${message}`}>
            <code>{[file, line, field].filter((part) => part !== undefined).join(':')}</code>{' '}
            {translateServerText(i18n, message, sentence)}
          </li>
        ))}
      </ul>
    </Callout>
  )
}

/** What the words of a plan are called; those of a newer server are shown unchanged. */
function useCodeWords() {
  const { t } = useLingui()
  const kinds: Readonly<Record<string, string>> = {
    flow: t`Flow`,
    connection: t`Connection`,
    integration: t`Integration`,
    'alert-channel': t`Alert channel`,
  }
  const actions: Readonly<Record<string, string>> = {
    created: t`Created`,
    changed: t`Changed`,
    renamed: t`Renamed`,
    restored: t`Restored from the trash`,
    removed: t`Moved to the trash`,
  }
  return {
    kindName: (kind: string): string => kinds[kind] ?? kind,
    actionName: (action: string): string => actions[action] ?? action,
  }
}
