import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'

import type { MirrorState } from '../../../core/catalog/mirrors/mirror-states.ts'
import type { Mirror } from '../../../core/mirrors/mirror.ts'
import { isDifferent, provenAsOf } from '../../../core/mirrors/table-proof.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useProofTime } from './use-proof-time.ts'

/** What a mirror does now, in a sentence; if it fails, what it does about it. */
export function useMirrorSentence(): (mirror: Mirror) => string {
  const { t } = useLingui()
  const { time } = useFormats()
  const proofTime = useProofTime()
  const provenWords = (tables: Mirror['tables']): string => {
    const differing = tables.filter(isDifferent).length
    if (differing > 0)
      return t`${plural(differing, {
        one: '# table has differed from the source.',
        other: '# tables have differed from the source.',
      })}`
    const asOf = provenAsOf(tables)
    return asOf === undefined ? '' : t`Proven equal as of ${proofTime(asOf)}.`
  }
  return (mirror) => {
    const { state, nextTryAt, tables } = mirror
    const copied = tables.filter((table) => table.state === 'copying').length
    const paused = tables.filter((table) => table.state === 'paused').length
    const again = nextTryAt === undefined ? t`It tries again by itself.` : t`It tries again at ${time(nextTryAt)}.`
    const sentences: Readonly<Record<MirrorState, string>> = {
      starting: t`The source is asked to keep its log.`,
      // Between the last copy and the word of it, none is copied.
      copying:
        copied === 0
          ? t`The tables are copied. Changes wait in the destination meanwhile.`
          : t`${plural(copied, { one: '# table is copied', other: '# tables are copied' })}. Changes wait in the destination meanwhile.`,
      following:
        copied + paused === 0
          ? [t`Every change of the source is applied.`, provenWords(tables)].join(' ').trim()
          : [
              copied > 0 && t`${plural(copied, { one: '# table is copied', other: '# tables are copied' })}.`,
              paused > 0 && t`${plural(paused, { one: '# table is paused', other: '# tables are paused' })}.`,
              t`${plural(copied + paused, { one: 'Its changes wait in the destination; the others follow.', other: 'Their changes wait in the destination; the others follow.' })}`,
            ]
              .filter(Boolean)
              .join(' '),
      failing: again,
      pausing: t`The open batch is finished first.`,
      paused: t`Nothing is applied. The source keeps its log meanwhile.`,
      stopping: t`The source is told to forget its log.`,
      off: t`Starting copies every table first.`,
    }
    return sentences[state]
  }
}
