import type { z } from 'zod/mini'

import type { ROUTES } from '../../contract/routes.ts'
import type { FlowPreview } from '../../core/flows/flow-preview.ts'
import { withoutAbsent } from './without-absent.ts'

type WirePreview = z.output<(typeof ROUTES)['previewFlow']['response']>

export const previewFromWire = ({ sampled, read, has_more, steps }: WirePreview): FlowPreview => ({
  sampled,
  ...withoutAbsent({ read, hasMore: has_more }),
  steps: steps.map(({ id, columns, rows, row_count, error }) => ({
    id,
    columns,
    rows,
    rowCount: row_count,
    ...(error && {
      error: {
        message: error.message,
        ...withoutAbsent({
          sentence: error.sentence,
          hint: error.hint,
          hintSentence: error.hint_sentence,
          field: error.field,
          position: error.position,
        }),
      },
    }),
  })),
})
