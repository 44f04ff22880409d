/** A test that shows what happens under a fault: its file, and words of its title or of its group's. */
export interface Proof {
  readonly file: string
  readonly title: string
}

export interface MatrixRow {
  readonly id: string
  readonly fault: string
  readonly proofs: readonly Proof[]
}

export const proof = (file: string, title: string): Proof => ({ file, title })
