/** What has passed: in the format of `copy`, each row is one line. */
export interface Counted {
  rows: number
  bytes: number
}

const NEWLINE = 10

/** A stage of a pipeline that counts into `counted`, and changes nothing. @param mayGoOn asked before each piece is passed on; it may throw */
export const countInto = (counted: Counted, mayGoOn = () => {}) =>
  async function* (content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of content) {
      counted.bytes += chunk.length
      mayGoOn()
      for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) counted.rows += 1
      yield chunk
    }
  }
