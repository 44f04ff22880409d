import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'

import type { Batch } from '../../../core/batches/batch.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useNow } from '../../i18n/use-now.ts'
import { Select } from '../../kit/select/select.tsx'
import filterStyles from '../../lists/filter.module.css'
import { useBatches } from '../../queries/use-batches.ts'
import { useListUrl } from '../../routing/use-list-url.ts'

/** The flows of something that was asked for many of them; hidden where nothing was. */
export function BatchFilter() {
  const { t } = useLingui()
  const { filters, filter } = useListUrl()
  const { relative } = useFormats()
  const now = useNow()
  const batches = useBatches()
  const { batch: chosen = '' } = filters
  if (batches.length === 0 && chosen === '') return null
  const wordsOf = ({ isChange, flows, createdAt }: Batch) => {
    const what = isChange
      ? t`Change of ${plural(flows, { one: '# flow', other: '# flows' })}`
      : t`Run of ${plural(flows, { one: '# flow', other: '# flows' })}`
    return `${what}, ${relative(createdAt, now)}`
  }
  const isKnown = chosen === '' || batches.some(({ id }) => id === chosen)
  return (
    <Select
      aria-label={t`Asked for many`}
      className={filterStyles['select']}
      value={chosen}
      placeholder={t`Any flow`}
      options={[
        ...batches.map((batch) => ({ value: batch.id, label: wordsOf(batch) })),
        ...(isKnown ? [] : [{ value: chosen, label: t`Something earlier` }]),
      ]}
      onChange={({ target }) => filter({ batch: target.value })}
    />
  )
}
