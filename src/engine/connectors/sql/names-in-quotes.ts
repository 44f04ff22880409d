/** The names in a server's message, in the quotation marks of whatever language it speaks; their order is the same in all. */
export const namesInQuotes = (message: string): readonly string[] =>
  [...message.matchAll(/"([^"]*)"|»([^«»]*)«|«\s?([^«»]*?)\s?»|„([^“”]*)[“”]|(?<!\p{L})'([^']*)'|`([^`]*)`/gu)].map(
    ([, ...found]) => found.find((name) => name !== undefined) ?? '',
  )
