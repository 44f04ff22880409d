/** The meaning of a coloured mark; never the only sign of it. */
export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger'
