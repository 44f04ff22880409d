import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Download } from 'lucide'

import type { StructureState } from '../../../core/catalog/runs/structure-objects.ts'
import type { StructureObject } from '../../../core/flows/structure-object.ts'
import { reportCounts, reportParts } from '../../../core/flows/structure-report.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { Button } from '../../kit/button/button.tsx'
import { download } from '../../services/download.ts'
import styles from './structure-report.module.css'
import { useStructureTexts } from './use-structure-texts.ts'

interface StructureReportProps {
  readonly objects: readonly StructureObject[]
  /** The name of the file, without its ending. */
  readonly fileName: string
}

/** More lines of one part only make the page slow; the file has all. */
const SHOWN = 300

/** What needs a decision is open. */
const OPEN: readonly StructureState[] = ['failed', 'left', 'waiting']

/** What comes of the structure, or has come, and what cannot, with the reason: to be read, saved and signed. */
export function StructureReport({ objects, fileName }: StructureReportProps) {
  const { number } = useFormats()
  const { states } = useStructureTexts()
  const save = useDownloadStructure(objects, fileName)
  const { coming, not } = reportCounts(objects)
  return (
    <div className={styles['report']}>
      <p>
        <Plural
          value={coming}
          one={`${number(coming)} object comes along`}
          other={`${number(coming)} objects come along`}
        />
        {', '}
        <Plural value={not} one={`${number(not)} does not`} other={`${number(not)} do not`} />.
      </p>
      {reportParts(objects).map(({ state, objects: own }) => (
        <details key={state} open={OPEN.includes(state)}>
          <summary className={styles['head']}>
            {states[state]} ({number(own.length)})
          </summary>
          <ul className={styles['objects']} aria-label={states[state]}>
            {own.slice(0, SHOWN).map((object) => (
              <ReportLine key={JSON.stringify(object)} object={object} />
            ))}
          </ul>
          {own.length > SHOWN && (
            <p className={styles['soft']}>
              <Trans>{number(own.length - SHOWN)} more are in the file.</Trans>
            </p>
          )}
        </details>
      ))}
      {objects.length > 0 && (
        <div>
          <Button size="sm" icon={Download} onClick={save}>
            <Trans>Download the report</Trans>
          </Button>
        </div>
      )}
    </div>
  )
}

function ReportLine({ object }: { object: StructureObject }) {
  const { t } = useLingui()
  const { kindOf, reasonOf } = useStructureTexts()
  const { table, name, detail } = object
  const reason = reasonOf(object)
  return (
    <li className={styles['object']}>
      <span className={styles['kind']}>{kindOf(object)}</span>
      <span>
        <strong>{[table, name].filter(Boolean).join(' · ') || t`The database`}</strong>
        {detail !== undefined && <code className={styles['detail']}>{detail}</code>}
        {reason !== undefined && <span className={styles['reason']}>{reason}</span>}
      </span>
    </li>
  )
}

/** Saves a report about structure as a table, one object per line. */
function useDownloadStructure(objects: readonly StructureObject[], fileName: string): () => void {
  const { t } = useLingui()
  const { states, kindOf, reasonOf } = useStructureTexts()
  return () => {
    const lines = objects.map((object) => {
      const { table = '', name, detail = '', state } = object
      return [states[state as keyof typeof states], kindOf(object), table, name, detail, reasonOf(object) ?? '']
    })
    const head = [t`State`, t`Kind`, t`Table`, t`Name`, t`Detail`, t`Reason`]
    download(`${fileName}.csv`, 'text/csv', [head, ...lines].map((line) => line.map(quoted).join(',')).join('\r\n'))
  }
}

/** A spreadsheet must not take a text for a formula. */
const quoted = (text: string): string => `"${text.replace(/^([=+\-@\t\r])/, "'$1").replaceAll('"', '""')}"`
