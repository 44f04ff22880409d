/** `prove`: writes have stopped at the source. `abort`: the mirror goes on as before. */
export const CUT_OVER_ACTIONS = ['prove', 'abort'] as const

export type CutOverAction = (typeof CUT_OVER_ACTIONS)[number]

export const CUT_OVER_STATES = ['asked', 'proving', 'done'] as const

export type CutOverState = (typeof CUT_OVER_STATES)[number]
