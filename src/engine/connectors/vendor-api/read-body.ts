import { sentence } from '../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../ports/connector.ts'

/** Reads a body to its end. @throws ConnectorError when it is longer than `maximum` bytes */
export async function readBody(response: Response, maximum: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > maximum) {
      throw new ConnectorError({
        code: 'ANSWER_TOO_LARGE',
        message: sentence`The answer is larger than ${maximum} bytes, which is the most that is read.`,
        retryable: false,
      })
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
