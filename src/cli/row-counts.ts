interface Difference {
  readonly created: number
  readonly changed: number
  readonly removed: number
  readonly unchanged: number
}

export const countText = (rows: number): string => rows.toLocaleString('en')

/** What a dry run has found. */
export const differenceText = ({ created, changed, removed, unchanged }: Difference): string =>
  `${countText(created)} new, ${countText(changed)} changed, ${countText(removed)} gone, ${countText(unchanged)} equal`
