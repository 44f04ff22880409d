import type { ShownRows } from '../../domain/assistants/look.ts'

export const shownRowsToWire = ({ entity, columns, withheld, hasMore }: ShownRows<unknown>) => ({
  entity,
  columns: columns.map((column) => ({ ...column })),
  withheld: [...withheld],
  has_more: hasMore,
})
