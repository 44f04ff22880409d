/** What a coloured mark means; never the only sign of it. */
export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger'
