/** The job stays in the queue for another worker or a later try; nothing went wrong. */
export class LeftInQueue extends Error {
  override readonly name = 'LeftInQueue'
}
