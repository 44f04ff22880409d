/** In characters: names are short, and stand at the beginning. A quotation that never ends is looked for in the rest again and again. */
const MAX_LENGTH = 2_000

/** The names in a server's message, in the quotation marks of whatever language it speaks; their order is the same in all. */
export const namesInQuotes = (message: string): readonly string[] =>
  [
    ...message
      .slice(0, MAX_LENGTH)
      .matchAll(/"([^"]*)"|»([^«»]*)«|«\s?([^«»]*?)\s?»|„([^“”]*)[“”]|(?<!\p{L})'([^']*)'|`([^`]*)`/gu),
  ].map(([, ...found]) => found.find((name) => name !== undefined) ?? '')
