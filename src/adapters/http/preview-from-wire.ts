import type { z } from 'zod/mini'

import type { ROUTES } from '../../contract/routes.ts'
import type { FlowPreview } from '../../core/flows/flow-preview.ts'
import { withoutAbsent } from './without-absent.ts'

type WirePreview = z.output<(typeof ROUTES)['previewFlow']['response']>

export const previewFromWire = ({ sampled, read, has_more, steps }: WirePreview): FlowPreview => ({
  sampled,
  ...withoutAbsent({ read, hasMore: has_more }),
  steps: steps.map(({ id, columns, rows, row_count, joined, error }) => ({
    id,
    columns,
    rows,
    rowCount: row_count,
    ...(joined && {
      joined: { stream: joined.stream, read: joined.read, isWhole: joined.is_whole, matched: joined.matched },
    }),
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
