import { useLingui } from '@lingui/react/macro'

import type { StructureObject } from '../../../core/flows/structure-object.ts'
import { download } from '../../services/download.ts'
import { useStructureTexts } from './use-structure-texts.ts'

/** Saves a report about structure as a table, one object per line. */
export function useDownloadStructure(objects: readonly StructureObject[], fileName: string): () => void {
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
