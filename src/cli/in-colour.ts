import { styleText } from 'node:util'

const COLOURS = {
  succeeded: 'green',
  passed: 'green',
  ok: 'green',
  created: 'green',
  restored: 'green',
  failed: 'red',
  removed: 'red',
  partially_succeeded: 'yellow',
  cancelled: 'yellow',
  warning: 'yellow',
  changed: 'yellow',
  renamed: 'yellow',
} as const

const isKnown = (state: string): state is keyof typeof COLOURS => Object.hasOwn(COLOURS, state)

/** A text in the colour of a state, where a terminal shows colours and neither NO_COLOR nor a pipe is in the way. */
export const inColour = (state: string, text = state): string =>
  isKnown(state) ? styleText(COLOURS[state], text) : text
