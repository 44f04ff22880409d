/** What a person does about the tour: takes it, or has skipped or finished it. */
export const TOUR_STATES = ['started', 'ended'] as const

export type TourState = (typeof TOUR_STATES)[number]
