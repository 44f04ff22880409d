/** Marks that turn the text behind them around, so that a name could end a sentence or hide an address. Source: Unicode, UAX 9, "Explicit Directional". */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g

/** A single line, because typed text must not become a header. */
export const singleLine = (text: string): string =>
  text
    .replace(TURNING, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
