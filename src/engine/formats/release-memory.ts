/**
 * Gives the memory of a chunk back at once, if it is all of its memory: the collector would let hundreds of them gather, because all it
 * sees of each is a small object. Nobody may use the chunk afterwards.
 */
export function releaseMemory({ buffer, byteLength }: Uint8Array): void {
  if (buffer.byteLength === byteLength && buffer instanceof ArrayBuffer) buffer.transfer(0)
}
