export interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** Between notices and what they must not cover. */
const GAP = 8

/**
 * How far notices at the bottom of the window have to be lifted so that they cover none of the obstacles: to the lowest free place.
 * @returns 0 if there is no free place at all
 */
export function liftAbove(notices: Box, obstacles: readonly Box[]): number {
  const beside = obstacles.filter(({ left, right }) => left < notices.right && right > notices.left)
  const height = notices.bottom - notices.top
  let { bottom } = notices
  for (;;) {
    const covered = beside.filter((box) => box.bottom > bottom - height - GAP && box.top < bottom + GAP)
    if (covered.length === 0) return notices.bottom - bottom
    bottom = Math.min(...covered.map(({ top }) => top)) - GAP - 1
    if (bottom - height < 0) return 0
  }
}
