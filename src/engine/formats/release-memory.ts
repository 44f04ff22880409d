/**
 * Frees the memory of a chunk immediately, if the chunk covers its whole buffer: the garbage collector would let hundreds of them accumulate, because it
 * sees each only as a small object. Nobody may use the chunk afterwards.
 */
export function releaseMemory({ buffer, byteLength }: Uint8Array): void {
  if (buffer.byteLength === byteLength && buffer instanceof ArrayBuffer) buffer.transfer(0)
}
