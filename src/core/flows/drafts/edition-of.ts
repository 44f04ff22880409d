import type { Flow } from '../flow.ts'

/** The number of the state that an editor shows; on a server without drafts each version is one. */
export const editionOf = ({ edition, version = 0 }: Pick<Flow, 'edition' | 'version'>): number => edition ?? version
